import type { MessageType } from '#schemas/message-types.ts'
import type { WireGroupNotice } from '#schemas/wire/message-bodies.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { storeMessage } from '../conversations/insert-messages.ts'
import type { MessageRow } from '../conversations/message-rows.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'

/** A person that a notice names. */
export interface NamedPerson {
  readonly id: number
  readonly name: string
}

/** A notice with the people concerned; missing fields are empty. */
export type Notice = Pick<WireGroupNotice, 'Kind'> &
  Partial<Pick<WireGroupNotice, 'Text' | 'JoinMethod'>> & { readonly people?: readonly NamedPerson[] }

/** The maximum number of names in one notice; its count includes the others. */
const namesInNotice = 10

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
  pinned: 'notice',
}

/** Stores a group event as a message of the member who caused it, without any language. Runs inside a transaction. */
export function storeNotice(
  services: Services,
  transaction: Database,
  conversationId: number,
  actorId: number,
  notice: Notice,
): Promise<MessageRow> {
  const { people, ...rest } = notice
  const named = people?.slice(0, namesInNotice) ?? []
  const body: Partial<WireGroupNotice> = {
    ...rest,
    Names: named.map(({ name }) => name),
    UserIDs: named.map(({ id }) => id),
    ...(people === undefined ? {} : { Count: people.length }),
  }
  return storeMessage(services, transaction, {
    conversationId,
    senderId: actorId,
    clientMessageId: createFileKey(services.random).slice(0, 20),
    type: typeOf[notice.Kind],
    body: JSON.stringify(body),
  })
}
