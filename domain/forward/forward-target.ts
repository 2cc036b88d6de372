import { parseConversationId } from '#schemas/ids.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import type { Friend } from '../contacts/contacts.ts'
import { friendsByName } from '../contacts/friend-order.ts'
import type { ConversationSummary } from '../conversation/conversation-summary.ts'
import { type WritingBan, writingBan } from '../group/roles.ts'
import { tagsByName } from '../tags/tag-rules.ts'
import { type ForwardAddress, targetKey } from './forward-delivery.ts'

/** A person or group to which messages can be forwarded. */
export interface ForwardTarget extends ForwardAddress {
  /** The same for the same person or group in every list. */
  readonly key: string
  readonly name: string
  readonly avatarUrl: string
  /** The id that sets the color of an avatar without a picture. */
  readonly avatarId: string | number
  /** Other words that find it. */
  readonly otherNames: readonly string[]
  /** Of a group. */
  readonly memberCount?: number
  /** Why this user may not write there now. */
  readonly ban?: WritingBan
}

/** Everyone to whom messages can be forwarded, by list [FWD-01]. */
export interface ForwardTargets {
  /** The targets of the conversation list, most recent first. */
  readonly recent: readonly ForwardTarget[]
  readonly friends: readonly ForwardTarget[]
  readonly groups: readonly ForwardTarget[]
}

/** Returns the target of a friend or group; undefined for a former friend, who cannot receive messages. */
export function forwardTargets(
  conversations: readonly ConversationSummary[],
  friends: readonly Friend[],
  locale: string,
): ForwardTargets {
  const people = friendsByName(friends, locale).map(personTarget)
  const groups = conversations.filter(({ kind }) => kind === 'group').map(groupTarget)
  const known = new Map([...people, ...groups].map((target) => [target.key, target]))
  const recent = conversations
    .filter(({ isHidden }) => isHidden !== true)
    .toSorted((left, right) => right.activeAt - left.activeAt)
    .flatMap((conversation) => known.get(targetKey(addressOf(conversation))) ?? [])
  const collator = new Intl.Collator(locale, { numeric: true })
  return {
    recent,
    friends: people,
    groups: groups.toSorted((left, right) => collator.compare(left.name, right.name)),
  }
}

/** Returns the target of a conversation. */
export const addressOf = ({
  id,
  kind,
  peerId,
}: Pick<ConversationSummary, 'id' | 'kind' | 'peerId'>): ForwardAddress =>
  kind === 'group'
    ? { kind: 'group', id: parseConversationId(id).wireId }
    : { kind: 'person', id: peerId ?? 0 }

const personTarget = ({ userId, displayName, nickname, avatarUrl, chatId }: Friend): ForwardTarget => ({
  key: targetKey({ kind: 'person', id: userId }),
  kind: 'person',
  id: userId,
  name: displayName,
  avatarUrl,
  avatarId: userId,
  otherNames: [nickname, chatId],
})

function groupTarget(conversation: ConversationSummary): ForwardTarget {
  const { id, title, avatarUrl, group } = conversation
  const address = addressOf(conversation)
  const ban = group && writingBan(group)
  return {
    ...address,
    key: targetKey(address),
    name: title,
    avatarUrl,
    avatarId: id,
    otherNames: [],
    ...(group && { memberCount: group.memberCount }),
    ...(ban && { ban }),
  }
}

/** A tag of friends, to all of whom messages can be forwarded [FWD-16]. */
export interface ForwardTag {
  readonly kind: 'tag'
  readonly key: string
  readonly name: string
  readonly otherNames: readonly string[]
  readonly members: readonly ForwardTarget[]
}

/** An entry of the picker. */
export type ForwardChoice = ForwardTarget | ForwardTag

/** Returns the tags by name, each with its members who are friends (DEC-174) [FWD-01]. */
export function forwardTags(
  tags: readonly Tag[],
  friends: readonly ForwardTarget[],
  locale: string,
): readonly ForwardTag[] {
  const people = new Map(friends.map((friend) => [friend.id, friend]))
  return tagsByName(tags, locale).map(({ id, name, memberIds }) => ({
    kind: 'tag' as const,
    key: `tag-${id}`,
    name,
    otherNames: [],
    members: memberIds.flatMap((memberId) => people.get(memberId) ?? []),
  }))
}
