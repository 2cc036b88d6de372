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
import { conversationToRow } from '#domain/conversation/conversation-row.ts'
import { type ConversationsState, initialConversations } from '#domain/conversation/conversation-state.ts'
import { type ConversationId, eventId, type UserId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { eventVersion, type ProfileFacts } from '#schemas/log/events.ts'
import { comparePositions, type StoredPosition } from '#schemas/log/position.ts'
import { randomId } from '../clock/random-text.ts'
import type { Random } from '../ports.ts'
import type { FoldedSegment } from './log-tail.ts'

/** The checkpoint that says which segment holds the base. */
export const snapshotModel = { name: 'base', version: 1 } as const

/** Everything that the events up to a segment have made of an account, but its messages. */
export interface Base {
  readonly conversations: ConversationsState
  readonly friends: FriendsState
  readonly applications: ApplicationsState
  profile: ProfileFacts | undefined
  /** Where conversations were removed the last time. */
  readonly removals: Map<ConversationId, StoredPosition>
}

export const initialSnapshot = (self: UserId): Base => ({
  conversations: initialConversations(self),
  friends: initialFriends(),
  applications: initialApplications(),
  profile: undefined,
  removals: new Map(),
})

/** Folds one event into the base, changed in place. */
export function foldIntoSnapshot(base: Base, event: LogEvent): void {
  evolveConversations(base.conversations, event)
  evolveFriends(base.friends, event)
  evolveApplications(base.applications, event)
  base.profile = evolveProfile(base.profile, event)
  noteRemoval(base.removals, event)
}

function noteRemoval(removals: Base['removals'], event: LogEvent): void {
  const { segment, index } = event.position
  // Only stored events are folded into it.
  if (event.type === 'ConversationRemoved' && event.stream !== 'account' && segment !== undefined)
    removals.set(event.stream, { segment, index })
  if (event.type !== 'AccountCompacted') return
  for (const { conversationId, position } of event.data.removals ?? []) removals.set(conversationId, position)
}

/** Whether an event is of a conversation as it was before it was removed: it began anew since, and knows nothing of it. */
export function isBeforeRemoval({ removals }: Base, { stream, position }: LogEvent): boolean {
  const removedAt = stream === 'account' ? undefined : removals.get(stream)
  return removedAt !== undefined && comparePositions(position, removedAt) < 0
}

export const isSnapshotEvent = ({ type }: { readonly type: string }): boolean =>
  type === 'AccountCompacted' || type === 'ConversationCompacted'

/** The events that say what the base is, as they stand behind all others of its segment. */
export function snapshotEvents(
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

const accountEvent = ({ conversations, friends, applications, profile, removals }: Base): NewEvent => ({
  stream: 'account',
  type: 'AccountCompacted',
  data: {
    conversations: [...conversations.byId.keys()],
    friends: [...friends.values()],
    applications: [...applications.byId].map(([applicationId, record]) => ({ applicationId, ...record })),
    seenUpTo: applications.seenUpTo,
    ...(profile ? { profile } : {}),
    removals: [...removals].map(([conversationId, position]) => ({ conversationId, position })),
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
