import type { MessageType } from '#schemas/message-types.ts'
import type { WireGroupNotice } from '#schemas/wire/message-bodies.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { storeMessage } from '../conversations/insert-messages.ts'
import type { MessageRow } from '../conversations/message-rows.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'

/** The body of a notice; missing fields are empty. */
export type Notice = Pick<WireGroupNotice, 'Kind'> &
  Partial<Omit<WireGroupNotice, 'Names'>> & { readonly Names?: readonly string[] }

/** The maximum number of names in one notice; its count includes the others. */
const namesTold = 10

const typeOf: Readonly<Record<WireGroupNotice['Kind'], MessageType>> = {
  created: 'GroupJoin',
  joined: 'GroupJoin',
  added: 'GroupJoin',
  left: 'GroupLeave',
  removed: 'GroupLeave',
  renamed: 'notice',
  pictured: 'notice',
  announced: 'notice',
  'all-banned': 'noticeallban',
  'all-unbanned': 'noticeallban',
}

/** Stores a group event as a message of the member who caused it, without any language. Runs inside a transaction. */
export function storeNotice(
  services: Services,
  transaction: Database,
  conversationId: number,
  actorId: number,
  notice: Notice,
): Promise<MessageRow> {
  const Names = notice.Names?.slice(0, namesTold) ?? []
  return storeMessage(services, transaction, {
    conversationId,
    senderId: actorId,
    clientMessageId: createFileKey(services.random).slice(0, 20),
    type: typeOf[notice.Kind],
    body: JSON.stringify({ ...notice, Names }),
  })
}
