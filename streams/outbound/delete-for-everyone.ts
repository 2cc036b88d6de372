import type { ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import { toDeletionFrame } from '#schemas/translate/outgoing.ts'
import type { SocketLink } from '../socket/socket-link.ts'

/** Messages of one conversation to delete for everyone. */
interface RequestedDeletion {
  readonly conversation: ConversationId
  readonly messages: readonly ServerId[]
}

/** Sends the request now or not at all: a deletion never waits for a connection (DEC-20). */
export function sendDeletion(
  link: SocketLink,
  self: UserId,
  { conversation, messages }: RequestedDeletion,
): void {
  if (!link.isReady()) return
  for (const message of messages) link.send(toDeletionFrame(conversation, message, self))
}
