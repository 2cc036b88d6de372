import {
  type ApplicationsState,
  evolveApplications,
  evolveFriends,
  evolveProfile,
  type FriendsState,
  initialApplications,
  initialFriends,
} from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationFromRow, conversationToRow } from '#domain/conversation/conversation-row.ts'
import { type ConversationsState, initialConversations } from '#domain/conversation/conversation-state.ts'
import { applicationId, type ConversationId, type UserId, userId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import {
  type ApplicationRow,
  type ApplicationsSeenRow,
  readApplicationRow,
  readApplicationsSeenRow,
  readFriendRow,
  readProfileRow,
} from '#schemas/storage/contact-rows.ts'
import { readConversationRow } from '#schemas/storage/conversation-row.ts'
import type { Projection } from './read-model.ts'

/** The conversations of an account, one row each. The conversation list and the outbox are views of it. */
export const conversationsProjection = (self: UserId): Projection<ConversationsState> => ({
  name: 'conversations',
  version: 6,
  initialState: () => initialConversations(self),
  evolve: evolveConversations,
  keysOf: (event) => (event.stream === 'account' ? [] : [event.stream]),
  toRow(state, key) {
    // Keys of this model are the streams of `keysOf`, all conversation ids.
    const conversation = state.byId.get(key as ConversationId)
    return conversation && conversationToRow(conversation)
  },
  fromRows(rows) {
    const state = initialConversations(self)
    for (const { value } of rows) {
      const row = readConversationRow(value)
      if (!row) return undefined
      state.byId.set(row.id, conversationFromRow(row))
    }
    return { state }
  },
})

/** Friends, one row each. */
export const friendsProjection: Projection<FriendsState> = {
  name: 'friends',
  version: 1,
  initialState: initialFriends,
  evolve: evolveFriends,
  keysOf: (event) => {
    if (event.type === 'FriendListed') return [`${event.data.facts.userId}`]
    if (event.type === 'AccountCompacted') return event.data.friends.map(({ userId }) => `${userId}`)
    return event.type === 'FriendRemoved' ? [`${event.data.userId}`] : []
  },
  toRow: (state, key) => state.get(userId(Number(key))),
  fromRows(rows) {
    const state = initialFriends()
    for (const { value } of rows) {
      const friend = readFriendRow(value)
      if (!friend) return undefined
      state.set(friend.userId, friend)
    }
    return { state }
  },
}

const seenKey = 'seen'

/** Friend applications: one row each, and one for the highest seen application. */
export const applicationsProjection: Projection<ApplicationsState> = {
  name: 'applications',
  version: 1,
  initialState: initialApplications,
  evolve: evolveApplications,
  keysOf: applicationKeysOf,
  toRow: applicationRowOf,
  fromRows(rows) {
    const state = initialApplications()
    for (const { key, value } of rows) {
      const isRead = key === seenKey ? readSeen(state, value) : readApplication(state, value)
      if (!isRead) return undefined
    }
    return { state }
  },
}

function applicationKeysOf(event: LogEvent): readonly string[] {
  if (event.type === 'ApplicationListed') return [`${event.data.facts.applicationId}`]
  if (event.type === 'ApplicationAnswered' || event.type === 'ApplicationWithdrawn')
    return [`${event.data.applicationId}`]
  if (event.type === 'AccountCompacted')
    return [seenKey, ...event.data.applications.map(({ applicationId: id }) => `${id}`)]
  return event.type === 'ApplicationsSeen' ? [seenKey] : []
}

function applicationRowOf(
  state: ApplicationsState,
  key: string,
): ApplicationRow | ApplicationsSeenRow | undefined {
  if (key === seenKey) return { seenUpTo: state.seenUpTo, seenReplyUpTo: state.seenReplyUpTo }
  const id = applicationId(Number(key))
  const record = state.byId.get(id)
  return record && { applicationId: id, ...record }
}

function readSeen(state: ApplicationsState, value: unknown): boolean {
  const row = readApplicationsSeenRow(value)
  if (row) {
    state.seenUpTo = row.seenUpTo
    state.seenReplyUpTo = row.seenReplyUpTo ?? 0
  }
  return row !== undefined
}

function readApplication(state: ApplicationsState, value: unknown): boolean {
  const row = readApplicationRow(value)
  if (row) state.byId.set(row.applicationId, { facts: row.facts, answer: row.answer })
  return row !== undefined
}

const profileKey = 'profile'

/** The account's own profile, one row. */
export const profileProjection: Projection<ProfileFacts | undefined> = {
  name: 'profile',
  version: 1,
  initialState: () => undefined,
  evolve: evolveProfile,
  keysOf: ({ type }) => (type === 'ProfileUpdated' || type === 'AccountCompacted' ? [profileKey] : []),
  toRow: (state) => state,
  fromRows(rows) {
    const stored = rows[0]
    const facts = stored && readProfileRow(stored.value)
    return stored && !facts ? undefined : { state: facts }
  },
}
