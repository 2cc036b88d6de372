import { map, type Observable, type Subscription, tap } from 'rxjs'
import { isHeld } from '#domain/synchronisation/missed-messages.ts'
import { type ConversationId, serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { acknowledgement, readChatResponse } from '#schemas/translate/answer-to-message.ts'
import { directConversation } from '#schemas/translate/conversation.ts'
import { frameToEvents } from '#schemas/translate/frame-to-events.ts'
import { command } from '#schemas/wire/frames/commands.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { ReportPort } from '../ports.ts'
import { bufferWhileBusy } from './buffer-while-busy.ts'
import type { Presence } from './presence.ts'

/** What frames ask for beyond the log. */
export interface InboundHints {
  /** The list of conversations has changed at the server [SOCK-46 SOCK-67]. */
  conversationsChanged(): void
  /** Friends or applications have [SOCK-51]. */
  contactsChanged(): void
  /** [SOCK-49 SOCK-78] */
  tokenUpdated(token: string): void
}

interface InboundParts {
  readonly frames$: Observable<ServerFrame>
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly presence: Presence
  readonly report: ReportPort
  readonly hints: InboundHints
}

/** At most so many events in one append. */
const batchLimit = 500
const none = serverId(0)

/** A late answer to a message: its request gave up waiting, but the server took it after all. */
function lateAcknowledgement(frame: ServerFrame, log: AccountLog, now: number): NewEvent[] {
  if (frame.Cmd !== command.chatResponse) return []
  const unsent = log.outbox.get().messages.find(({ clientId }) => clientId === frame.ClientMsgId)
  const answer = readChatResponse(frame, now)
  return unsent && answer.kind === 'taken' ? [acknowledgement(unsent, answer, 'socket')] : []
}

/** What a frame tells beside durable facts. */
function hint(frame: ServerFrame, { hints, presence, log }: InboundParts): void {
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
      if (!isListed(log, directConversation(frame.chat.ChatSessionID))) hints.conversationsChanged()
      break
  }
}

const isListed = (log: AccountLog, conversation: ConversationId): boolean =>
  log.conversations.get().some(({ id }) => id === conversation)

/** Frames → facts → log, in their order and in batches; what is held already adds nothing. */
export function startInbound(parts: InboundParts): Subscription {
  const { log, serverTime, report } = parts

  const isNews = (event: NewEvent): boolean =>
    event.type !== 'MessageReceived' ||
    event.stream === 'account' ||
    !isHeld(event.data.message, log.knowledge(event.stream)?.held ?? [])

  const toEvents = (frame: ServerFrame): readonly NewEvent[] => {
    const now = serverTime.now()
    const context = {
      now,
      newestId: (id: ConversationId) => log.knowledge(id)?.newestId ?? none,
    }
    return [...frameToEvents(frame, context), ...lateAcknowledgement(frame, log, now)].filter(isNews)
  }

  const onFault = (cause: unknown) =>
    report.fault({ kind: 'inbound', detail: 'events could not be appended', cause })

  return parts.frames$
    .pipe(
      tap((frame) => hint(frame, parts)),
      map(toEvents),
      bufferWhileBusy(batchLimit, log.append, onFault),
    )
    .subscribe({ error: onFault })
}
