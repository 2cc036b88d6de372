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
import { conversationToSnapshot } from '#domain/conversation/conversation-snapshot.ts'
import { type ConversationsState, initialConversations } from '#domain/conversation/conversation-state.ts'
import { type ConversationId, eventId, type UserId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { eventVersion, type ProfileFacts } from '#schemas/log/events.ts'
import { comparePositions, type StoredPosition } from '#schemas/log/position.ts'
import { randomId } from '../clock/random-text.ts'
import type { Random } from '../ports.ts'
import type { FoldedSegment } from './step-reader.ts'

/** The state of an account after the events up to a segment, without its messages. */
export interface LogSnapshot {
  readonly conversations: ConversationsState
  readonly friends: FriendsState
  readonly applications: ApplicationsState
  profile: ProfileFacts | undefined
  /** The position of each conversation's last removal. */
  readonly removals: Map<ConversationId, StoredPosition>
}

export const initialSnapshot = (self: UserId): LogSnapshot => ({
  conversations: initialConversations(self),
  friends: initialFriends(),
  applications: initialApplications(),
  profile: undefined,
  removals: new Map(),
})

/** Folds one event into the snapshot, in place. */
export function foldIntoSnapshot(snapshot: LogSnapshot, event: LogEvent): void {
  evolveConversations(snapshot.conversations, event)
  evolveFriends(snapshot.friends, event)
  evolveApplications(snapshot.applications, event)
  snapshot.profile = evolveProfile(snapshot.profile, event)
  recordRemoval(snapshot.removals, event)
}

function recordRemoval(removals: LogSnapshot['removals'], event: LogEvent): void {
  const { segment, index } = event.position
  // Events without a segment are not stored yet. They are never folded into a snapshot.
  if (event.type === 'ConversationRemoved' && event.stream !== 'account' && segment !== undefined)
    removals.set(event.stream, { segment, index })
  if (event.type !== 'AccountCompacted') return
  for (const { conversationId, position } of event.data.removals ?? []) removals.set(conversationId, position)
}

/**
 * Whether an event happened before the last removal of its conversation. The conversation that restarted since then
 * ignores it.
 */
export function isBeforeRemoval({ removals }: LogSnapshot, { stream, position }: LogEvent): boolean {
  const removedAt = stream === 'account' ? undefined : removals.get(stream)
  return removedAt !== undefined && comparePositions(position, removedAt) < 0
}

export const isSnapshotEvent = ({ type }: { readonly type: string }): boolean =>
  type === 'AccountCompacted' || type === 'ConversationCompacted'

/** The events that store the snapshot, positioned after all other events of its segment. */
export function snapshotEvents(
  snapshot: LogSnapshot,
  { segment, events }: FoldedSegment,
  random: Random,
): readonly LogEvent[] {
  const first = Math.max(-1, ...events.map(({ position }) => position.index)) + 1
  const recordedAt = Math.max(0, ...events.map((event) => event.recordedAt))
  return [accountEvent(snapshot), ...conversationEvents(snapshot)].map((event, index) => ({
    ...event,
    occurredAt: recordedAt,
    id: eventId(randomId(random)),
    version: eventVersion[event.type],
    position: { segment, index: first + index },
    recordedAt,
  }))
}

const accountEvent = ({
  conversations,
  friends,
  applications,
  profile,
  removals,
}: LogSnapshot): NewEvent => ({
  stream: 'account',
  type: 'AccountCompacted',
  data: {
    conversations: [...conversations.byId.keys()],
    friends: [...friends.values()],
    applications: [...applications.byId].map(([applicationId, record]) => ({ applicationId, ...record })),
    seenUpTo: applications.seenUpTo,
    seenReplyUpTo: applications.seenReplyUpTo,
    ...(profile ? { profile } : {}),
    removals: [...removals].map(([conversationId, position]) => ({ conversationId, position })),
  },
  occurredAt: 0,
  origin: 'local',
})

const conversationEvents = ({ conversations }: LogSnapshot): readonly NewEvent[] =>
  [...conversations.byId.values()].map((state) => ({
    stream: state.id,
    type: 'ConversationCompacted',
    data: conversationToSnapshot(state),
    occurredAt: 0,
    origin: 'local',
  }))
