import type { LinkProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FoundGroup, SearchOperations } from '#client/search.ts'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import { linkTo, linkToUnread } from '../conversation-list/link-to.ts'
import { searchNames } from './name-search.ts'

/** A person or group that a search has found. */
export interface FoundPlace {
  readonly key: string
  readonly avatarId: UserId | ConversationId
  readonly title: string
  readonly avatarUrl: string
  readonly detail: string
  /** The names of matching members. */
  readonly members: readonly string[]
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/**
 * Returns the friends whose remark, nickname, chat id, initials or phone number match, and other people with a
 * conversation [SEARCH-03 SEARCH-06].
 */
export const useFoundPeople = (keyword: string): readonly FoundPlace[] => {
  const account = useAccount()
  const conversations = useReadable(account.conversations)
  const friends = useReadable(account.friends)
  const byPhone = useReadable(isPhone(keyword) ? account.lookups.person(keyword) : notRequested)
  return useMemo(() => {
    const hits = searchNames(keyword, conversations, friends)
    const known = new Set(friends.map(({ userId }) => userId))
    const callable = byPhone.status === 'ready' ? friendsAmong(byPhone.value, friends) : []
    const strangers = hits.conversations.filter(
      ({ kind, peerId }) => kind === 'direct' && (peerId === undefined || !known.has(peerId)),
    )
    const found = new Set([...hits.friends, ...callable])
    return [...[...found].map(placeOfFriend), ...strangers.map(placeOfConversation)]
  }, [keyword, conversations, friends, byPhone])
}

/** A keyword that may be a phone number. The server finds people by the whole number only. */
const isPhone = (keyword: string): boolean => /^\+?[\d -]{5,20}$/.test(keyword)

const friendsAmong = (people: readonly FoundPerson[], friends: readonly Friend[]): readonly Friend[] =>
  friends.filter(({ userId }) => people.some((person) => person.userId === userId))

export const placeOfFriend = ({
  userId,
  displayName,
  avatarUrl,
  chatId,
  conversationId,
}: Friend): FoundPlace => ({
  key: `u${userId}`,
  avatarId: userId,
  title: displayName,
  avatarUrl,
  detail: chatId,
  members: [],
  link:
    conversationId === undefined
      ? { to: paths.user, params: { userId: String(userId) }, search: { source: 'search' } }
      : linkTo({ id: conversationId }),
})

export const placeOfConversation = (row: ConversationSummary): FoundPlace => ({
  key: row.id,
  avatarId: row.peerId ?? row.id,
  title: row.title,
  avatarUrl: row.avatarUrl,
  detail: '',
  members: [],
  link: linkToUnread(row),
})

/**
 * Returns the groups whose name or members match. Groups by name are on this device; the server adds those with
 * matching members [SEARCH-03 SEARCH-09].
 */
export const useFoundGroups = (operations: SearchOperations, keyword: string): readonly FoundPlace[] => {
  const account = useAccount()
  const conversations = useReadable(account.conversations)
  const answer = useReadable(keyword === '' ? notRequested : operations.groups(keyword))
  return useMemo(() => {
    const rows = new Map(conversations.map((row) => [row.id, row]))
    const named = searchNames(keyword, conversations, []).conversations.filter(({ kind }) => kind === 'group')
    const answers = answer.status === 'ready' ? answer.value : []
    const membersOf = new Map(answers.map(({ conversation, members }) => [conversation, members]))
    const added = answers.filter(({ conversation }) => !named.some(({ id }) => id === conversation))
    return [
      ...named.map((row) => ({ ...placeOfConversation(row), members: namesOf(membersOf.get(row.id)) })),
      ...added.map((group) => placeOfGroup(group, rows.get(group.conversation))),
    ]
  }, [keyword, conversations, answer])
}

const namesOf = (members: FoundGroup['members'] = []): readonly string[] => members.map(({ name }) => name)

const placeOfGroup = (group: FoundGroup, row: ConversationSummary | undefined): FoundPlace => ({
  key: group.conversation,
  avatarId: group.conversation,
  title: row?.title ?? group.title,
  avatarUrl: row?.avatarUrl ?? group.avatarUrl,
  detail: '',
  members: namesOf(group.members),
  link: row ? linkToUnread(row) : linkTo({ id: group.conversation }),
})
