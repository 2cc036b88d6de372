import { replyTimeLimit } from '#domain/connection/heartbeat.ts'
import type { ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { toDeletionFrame } from '#schemas/translate/outgoing.ts'
import { sleep } from '../clock/timing.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock } from '../ports.ts'
import type { SocketLink } from '../socket/socket-link.ts'

/** Messages of one conversation to delete for everyone. */
export interface Deletion {
  readonly conversation: ConversationId
  readonly messages: readonly ServerId[]
}

/** Sends the request now or not at all: a deletion never waits for a connection (DEC-20). */
export function sendDeletion(link: SocketLink, self: UserId, { conversation, messages }: Deletion): void {
  if (!link.isReady()) return
  for (const message of messages) link.send(toDeletionFrame(conversation, message, self))
}

/**
 * Sends the request by `ask`. Resolves with whether the server has confirmed within 3 s that all messages are deleted
 * for everyone. The server does not answer a rejection (DEC-20). Never rejects.
 */
export async function confirmDeletion(
  log: Pick<AccountLog, 'appended$'>,
  clock: Clock,
  { conversation, messages }: Deletion,
  ask: () => void,
): Promise<boolean> {
  const over = new AbortController()
  const deleted = new Set<ServerId>()
  const areDeleted = () => messages.every((message) => deleted.has(message))
  const subscription = log.appended$.subscribe({
    next: (events) => {
      for (const message of events.flatMap((event) => deletedBy(event, conversation))) deleted.add(message)
      if (areDeleted()) over.abort()
    },
    complete: () => over.abort(),
  })
  ask()
  await sleep(clock, replyTimeLimit, over.signal)
  subscription.unsubscribe()
  return areDeleted()
}

/** Returns the messages of a conversation that an event of the server deletes. */
const deletedBy = (event: LogEvent, conversation: ConversationId): readonly ServerId[] =>
  event.type === 'MessagesDeleted' && event.stream === conversation && event.origin !== 'local'
    ? event.data.serverIds
    : []
