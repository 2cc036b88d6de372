import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { finalDeletion, findDueDeletions } from '#domain/conversation/delete-for-me.ts'
import {
  type DisappearingMessage,
  dueMessages,
  expiresAt,
} from '#domain/disappearing/disappearing-messages.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { LogTime } from './server-time-store.ts'

/**
 * The hidden messages of an account that may have expired, and their erasure. It has no timer: the expiry machine
 * decides when to hide and to erase.
 */
export interface MessageExpiry {
  /** Returns the messages of a conversation that are hidden until they are erased. */
  hiddenMessages(conversation: ConversationId): ReadonlySet<ServerId>
  /** Hides messages that may have expired, and shows those that have not. */
  hide(): void
  /** Whether a message disappears later, or was deleted for this device and can be restored. */
  isWaiting(): boolean
  /** Whether a hidden message has certainly expired. Without `hasServerTime` no timer counts (DEC-113). */
  isDue(hasServerTime: boolean): boolean
  /** Whether a server timestamp has arrived in this tab since the start. */
  hasServerTime(): boolean
  /** Erases messages that have certainly expired. Rejects if the storage rejects. */
  erase(hasServerTime: boolean): Promise<void>
  /** Calls the listener when the first message has a deadline, and when this tab has won or lost leadership. */
  subscribe(listener: (change: ExpiryChange) => void): () => void
}
export type ExpiryChange = 'waiting' | 'leadership'

/** The internal interface of the log to its message expiry. */
export interface LogExpiry extends MessageExpiry {
  /** Processes an event after it was folded. */
  note(event: LogEvent): void
  leadershipChanged(): void
  /** Stops, because the log closes. */
  stop(): void
}

interface MessageExpiryOptions {
  readonly time: LogTime
  conversations(): ConversationsState
  /** Updates the views of conversations whose hidden messages have changed. */
  redraw(conversations: readonly ConversationId[]): void
  append(events: readonly NewEvent[]): Promise<unknown>
}

const nothing: ReadonlySet<ServerId> = new Set()

/**
 * Creates the expiry of an account's messages:
 *
 *   deleted for this device ──► hidden; restored ──► shown again; 10 s later ──► deleted by the leader ──► erased
 *   may be due ──► hidden ──► due by server time: the leader writes the expiry to the log ──► erased from storage
 *
 * Hiding needs no storage and can be undone, so that nothing that is over is shown when the storage is full or broken.
 * Before the first server timestamp since the start, no clock knows how long this device was off or whether its clock
 * was set back: messages that were read before the start are hidden, and those read since count their seconds from
 * then.
 */
export function createMessageExpiry(options: MessageExpiryOptions): LogExpiry {
  const { conversations, time } = options
  const listeners = new Set<(change: ExpiryChange) => void>()
  /** Conversations with messages that disappear, or that were deleted for this device and can be restored. */
  const waitingConversations = new Set<ConversationId>()
  const hidden = new Map<ConversationId, ReadonlySet<ServerId>>()
  /** Messages that this user has read since this log was opened. */
  const readHere = new Map<ConversationId, Set<ServerId>>()
  let isStopped = false

  const follow = (id: ConversationId) => {
    const state = conversations().byId.get(id)
    if (state && state.disappearing.messages.size + state.hiddenPendingDeletion.size > 0)
      waitingConversations.add(id)
    else waitingConversations.delete(id)
  }

  const mayBeOver = (id: ConversationId, message: DisappearingMessage, latest: number): boolean => {
    const due = expiresAt(message)
    if (due === undefined) return false
    return due < latest || !(time.isTrusted() || readHere.get(id)?.has(message.serverId))
  }

  const hiddenIn = (id: ConversationId, latest: number): ReadonlySet<ServerId> => {
    const state = conversations().byId.get(id)
    const mayBeDue = [...(state?.disappearing.messages.values() ?? [])].filter((one) =>
      mayBeOver(id, one, latest),
    )
    return new Set([
      ...mayBeDue.map(({ serverId }) => serverId),
      ...(state?.hiddenPendingDeletion.keys() ?? []),
    ])
  }

  /** Hides messages that may be due; returns the conversations where that changed. */
  function hide(): readonly ConversationId[] {
    const changed: ConversationId[] = []
    const latest = time.latest()
    for (const id of new Set([...waitingConversations, ...hidden.keys()])) {
      const due = hiddenIn(id, latest)
      const known = hidden.get(id) ?? nothing
      if (due.size === known.size && [...due].every((one) => known.has(one))) continue
      changed.push(id)
      if (due.size > 0) hidden.set(id, due)
      else hidden.delete(id)
    }
    return changed
  }

  /**
   * Returns the events of messages that have certainly expired, by server time, or whose undo time is over, by the
   * local clock.
   */
  function overAt(now: number, hasServerTime: boolean): readonly NewEvent[] {
    if (isStopped) return []
    return [...hidden.keys()].flatMap((id) => {
      const state = conversations().byId.get(id)
      if (!state) return []
      const due = hasServerTime ? dueMessages(state.disappearing, now) : []
      const late = findDueDeletions(state.hiddenPendingDeletion, now)
      return [
        ...(due.length > 0 ? [expired(id, [...due], now)] : []),
        ...(late.length > 0 ? [finalDeletion(state, late, now)] : []),
      ]
    })
  }

  function showHidden(): void {
    const changed = hide()
    if (changed.length > 0) options.redraw(changed)
  }

  const notify = (change: ExpiryChange) => {
    for (const listener of listeners) listener(change)
  }

  /** Records what was read on this device since the start, so that one clock measures the whole timer. */
  function recordRead(event: LogEvent): void {
    if (event.type !== 'ConversationRead' || event.origin !== 'local' || event.stream === 'account') return
    const { upTo, at } = event.data
    const read = readHere.get(event.stream) ?? new Set()
    for (const { serverId, readAt, guessedAt } of conversations()
      .byId.get(event.stream)
      ?.disappearing.messages.values() ?? [])
      if (serverId <= upTo && (guessedAt ?? readAt) === at) read.add(serverId)
    if (read.size > 0) readHere.set(event.stream, read)
  }

  for (const id of conversations().byId.keys()) follow(id)

  return {
    hide: showHidden,
    note(event) {
      if (event.stream === 'account') return
      if (!time.isTrusted()) recordRead(event)
      const wasWaiting = waitingConversations.size > 0
      follow(event.stream)
      if (event.type === 'MessagesHidden' || event.type === 'MessagesRestored') showHidden()
      if (!wasWaiting && waitingConversations.size > 0) notify('waiting')
    },
    hiddenMessages: (id) => hidden.get(id) ?? nothing,
    isWaiting: () => waitingConversations.size > 0 && !isStopped,
    isDue: (hasServerTime) => overAt(time.now(), hasServerTime).length > 0,
    hasServerTime: time.hasOwnTimestamp,
    async erase(hasServerTime) {
      const events = overAt(time.now(), hasServerTime)
      if (events.length === 0) return
      await options.append(events).catch((cause: unknown) => {
        if (!isStopped) throw cause
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leadershipChanged: () => notify('leadership'),
    stop() {
      isStopped = true
      listeners.clear()
    },
  }
}

const expired = (stream: ConversationId, serverIds: ServerId[], now: number): NewEvent => ({
  stream,
  type: 'MessagesExpired',
  data: { serverIds },
  occurredAt: now,
  origin: 'local',
})
