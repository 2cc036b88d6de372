import { evolveApplications, evolveFriends, evolveProfile } from '#domain/contacts/contacts-projection.ts'
import {
  type ApplicationsState,
  type FriendsState,
  initialApplications,
  initialFriends,
} from '#domain/contacts/contacts-state.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationToRow } from '#domain/conversation/conversation-row.ts'
import { type ConversationsState, initialConversations } from '#domain/conversation/conversation-state.ts'
import { eventId, type UserId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { eventVersion, type ProfileFacts } from '#schemas/log/events.ts'
import type { Random } from '../ports.ts'
import type { FoldedSegment } from './log-tail.ts'
import { randomId } from './random-id.ts'

/** The checkpoint that says which segment holds the base. */
export const baseModel = { name: 'base', version: 1 } as const

/** Everything that the events up to a segment have made of an account, but its messages. */
export interface Base {
  readonly conversations: ConversationsState
  readonly friends: FriendsState
  readonly applications: ApplicationsState
  profile: ProfileFacts | undefined
}

export const initialBase = (self: UserId): Base => ({
  conversations: initialConversations(self),
  friends: initialFriends(),
  applications: initialApplications(),
  profile: undefined,
})

/** Folds one event into the base, changed in place. */
export function foldBase(base: Base, event: LogEvent): void {
  evolveConversations(base.conversations, event)
  evolveFriends(base.friends, event)
  evolveApplications(base.applications, event)
  base.profile = evolveProfile(base.profile, event)
}

export const isBaseEvent = ({ type }: { readonly type: string }): boolean =>
  type === 'AccountCompacted' || type === 'ConversationCompacted'

/** The events that say what the base is, as they stand behind all others of its segment. */
export function baseEvents(
  base: Base,
  { segment, events }: FoldedSegment,
  random: Random,
): readonly LogEvent[] {
  const first = Math.max(-1, ...events.map(({ position }) => position.index)) + 1
  const recordedAt = Math.max(0, ...events.map((event) => event.recordedAt))
  return [accountEvent(base), ...conversationEvents(base)].map((event, index) => ({
    ...event,
    occurredAt: recordedAt,
    id: eventId(randomId(random)),
    version: eventVersion[event.type],
    position: { segment, index: first + index },
    recordedAt,
  }))
}

const accountEvent = ({ conversations, friends, applications, profile }: Base): NewEvent => ({
  stream: 'account',
  type: 'AccountCompacted',
  data: {
    conversations: [...conversations.byId.keys()],
    friends: [...friends.values()],
    applications: [...applications.byId].map(([applicationId, record]) => ({ applicationId, ...record })),
    seenUpTo: applications.seenUpTo,
    ...(profile ? { profile } : {}),
  },
  occurredAt: 0,
  origin: 'local',
})

const conversationEvents = ({ conversations }: Base): readonly NewEvent[] =>
  [...conversations.byId.values()].map((state) => ({
    stream: state.id,
    type: 'ConversationCompacted',
    data: { row: conversationToRow(state) },
    occurredAt: 0,
    origin: 'local',
  }))
