import type { Observable, Subscription } from 'rxjs'
import { isHeld } from '#domain/synchronisation/missed-messages.ts'
import { type ConversationId, type ServerId, serverId, type UserId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { acknowledgement, readSocketAnswer } from '#schemas/translate/answer-to-message.ts'
import { directConversation } from '#schemas/translate/conversation.ts'
import { frameToEvents } from '#schemas/translate/frame-to-events.ts'
import { command } from '#schemas/wire/frames/commands.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import { retryUntil } from '../clock/retry.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock, ReportPort } from '../ports.ts'
import { hintOfGroup } from './group-hints.ts'
import type { Presence } from './presence.ts'

/** What frames ask for beyond the log. */
export interface InboundHints {
  /** The list of conversations has changed at the server [SOCK-46 SOCK-67]. */
  conversationsChanged(): void
  /** Friends or applications have [SOCK-51]. */
  contactsChanged(): void
  /** [SOCK-49 SOCK-78] */
  tokenUpdated(token: string): void
  /** This user is out of a group, by whosever wish [SOCK-68]. */
  groupLeft(groupId: number): void
  /** All messages of somebody in a group have gone [SOCK-73]. */
  messagesPurged(): void
  /** This user may write no more in a group, or again [GROUP-44]. */
  wasBanned(isBanned: boolean): void
}

export interface InboundParts {
  readonly userId: UserId
  readonly frames$: Observable<ServerFrame>
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly presence: Presence
  readonly clock: Clock
  readonly report: ReportPort
  readonly hints: InboundHints
}

const none = serverId(0)

/** A late answer to a message: its request gave up waiting, but the server took it after all. */
function lateAcknowledgement(frame: ServerFrame, log: AccountLog, now: number): NewEvent[] {
  if (frame.Cmd !== command.chatResponse && frame.Cmd !== command.groupChatResponse) return []
  const unsent = log.outbox.get().messages.find(({ clientId }) => clientId === frame.ClientMsgId)
  const answer = unsent && readSocketAnswer(frame, unsent.clientId, now)
  return unsent && answer?.kind === 'taken' ? [acknowledgement(unsent, answer, 'socket')] : []
}

/** What a frame tells beside durable facts. */
function hint(frame: ServerFrame, parts: InboundParts): void {
  const { hints, presence, log } = parts
  switch (frame.Cmd) {
    case command.newSession:
      hints.conversationsChanged()
      hints.contactsChanged()
      break
    case command.friendApply:
      hints.contactsChanged()
      break
    case command.online:
      presence.set(userId(frame.FriendID), true)
      break
    case command.offline:
      presence.set(userId(frame.FriendID), false)
      break
    case command.tokenUpdate:
      hints.tokenUpdated(frame.Token)
      break
    case command.chat:
      // A notice tells of a setting of the conversation [BURN-07].
      if (frame.chat.MsgType === 'notice' || !log.summaryOf(directConversation(frame.chat.ChatSessionID)))
        hints.conversationsChanged()
      break
    default:
      hintOfGroup(frame, parts)
  }
}

/** The newest message of each conversation, those included that are on their way into the log. */
function trackNewest(log: AccountLog) {
  const seen = new Map<ConversationId, ServerId>()
  const newestId = (id: ConversationId): ServerId =>
    serverId(Math.max(seen.get(id) ?? none, log.knowledge(id)?.newestId ?? none))
  return {
    newestId,
    note(event: NewEvent) {
      if (event.type !== 'MessageReceived' || event.stream === 'account') return
      const { serverId: id } = event.data.message
      if (id > (seen.get(event.stream) ?? none)) seen.set(event.stream, id)
    },
  }
}

/**
 * Frames → facts → log, in their order; what is held already adds nothing. The log joins neighbours into one write
 * (a frame's length or 500 events), so nothing waits here.
 */
export function startInbound(parts: InboundParts): Subscription {
  const { log, serverTime, report, userId: self } = parts
  const { newestId, note } = trackNewest(log)

  const isNews = (event: NewEvent): boolean =>
    event.type !== 'MessageReceived' ||
    event.stream === 'account' ||
    !isHeld(event.data.message, log.knowledge(event.stream)?.held ?? [])

  const toEvents = (frame: ServerFrame): readonly NewEvent[] => {
    const now = serverTime.now()
    return [...frameToEvents(frame, { now, self, newestId }), ...lateAcknowledgement(frame, log, now)].filter(
      isNews,
    )
  }

  let isOver = false

  const onFault = (cause: unknown) => {
    if (!isOver) report.fault({ kind: 'inbound', detail: 'events could not be appended', cause })
  }

  /** The server says it once: while the storage refuses, it is offered again until it is taken. */
  const append = (events: readonly NewEvent[]): void => {
    retryUntil(
      parts,
      'inbound',
      () => log.append(events),
      () => isOver,
    ).catch(onFault)
  }

  /** One bad frame must not end the stream for all that follow. */
  const take = (frame: ServerFrame): void => {
    try {
      hint(frame, parts)
      const events = toEvents(frame)
      for (const event of events) note(event)
      if (events.length > 0) append(events)
    } catch (cause) {
      onFault(cause)
    }
  }

  const subscription = parts.frames$.subscribe({ next: take, error: onFault })
  subscription.add(() => {
    isOver = true
  })
  return subscription
}
