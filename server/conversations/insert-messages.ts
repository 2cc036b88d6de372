import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { isNotice } from '#domain/message/message-notices.ts'
import type { ServerPorts } from '../ports.ts'
import { indexMessages } from '../search/search-index.ts'
import type { Database } from '../store/database.ts'
import { toStorableText } from '../store/exact-text.ts'
import { preparedQuery, valuesOf } from '../store/prepared-query.ts'
import { conversation, message } from '../store/schema/index.ts'
import { type MessageRow, selectMessages } from './message-rows.ts'

/** A message that has passed all checks. */
interface NewMessage {
  readonly conversationId: number
  readonly senderId: number
  readonly clientMessageId: string
  readonly type: string
  readonly body: string
  readonly quotedMessageId?: number | null
  readonly mentions?: string
}

/** A message as it is stored. */
type StoredMessage = typeof message.$inferSelect

const given = sql.placeholder

// A single message is the most common case, and costs half as much as a list of one.
const oneWanted = sql`(select ${given('conversationId')}::bigint as conversation_id, ${given('senderId')}::bigint as sender_id,
  ${given('clientMessageId')}::text as client_message_id, ${given('type')}::text as type,
  ${given('body')}::text as body, ${given('quotedMessageId')}::bigint as quoted_message_id,
  ${given('mentions')}::text as mentions, ${given('isNotice')}::boolean as is_notice,
  0 as followers, 1 as place) as wanted`
const manyWanted = sql`unnest(${given('conversationId')}::bigint[], ${given('senderId')}::bigint[],
  ${given('clientMessageId')}::text[], ${given('type')}::text[],
  ${given('body')}::text[], ${given('quotedMessageId')}::bigint[],
  ${given('mentions')}::text[], ${given('isNotice')}::boolean[],
  ${given('followers')}::bigint[]) with ordinality
  as wanted (conversation_id, sender_id, client_message_id, type, body, quoted_message_id, mentions, is_notice, followers, place)`

const oneHead = sql`(select ${given('headId')}::bigint as id, ${given('count')}::bigint as count) as counted`
// All processes lock several conversations in the same order, which prevents deadlocks.
const manyHeads = sql`(select ${conversation.id} as id, given.count from ${conversation}
  join unnest(${given('headId')}::bigint[], ${given('count')}::bigint[]) as given (id, count) on given.id = ${conversation.id}
  order by ${conversation.id} for update of ${conversation}) as counted`

/**
 * Increments the head sequences, which locks the rows until the commit. Sequence and id of one conversation therefore
 * grow in the same order.
 */
const insertion = (wanted: SQL, counted: SQL, name: string) =>
  preparedQuery((database) => {
    const head = database
      .$with('head', {
        id: sql<number>`id`.as('id'),
        sequence: sql<number>`sequence`.as('sequence'),
        timerSeconds: sql<number>`timer_seconds`.as('timer_seconds'),
      })
      .as(sql`update ${conversation} set head_sequence = ${conversation.headSequence} + counted.count from ${counted}
        where ${conversation.id} = counted.id
        returning ${conversation.id} as id, ${conversation.headSequence} as sequence, ${conversation.timerSeconds} as timer_seconds`)
    const stored = database.$with('stored', getTableColumns(message)).as(sql`insert into ${message}
      (conversation_id, sequence, sender_id, client_message_id, type, body, sent_at, timer_seconds, quoted_message_id, mentions)
      select wanted.conversation_id, head.sequence - wanted.followers, wanted.sender_id, wanted.client_message_id, wanted.type, wanted.body,
        ${given('sentAt')}::bigint,
        case when not wanted.is_notice and head.timer_seconds > 0 then head.timer_seconds end,
        wanted.quoted_message_id, wanted.mentions
      from ${wanted} join head on head.id = wanted.conversation_id order by wanted.place
      returning *`)
    return database.with(head, stored).select().from(stored).prepare(name)
  })
const insertOne = insertion(oneWanted, oneHead, 'insert_message')
const insertMany = insertion(manyWanted, manyHeads, 'insert_messages')

/**
 * Assigns the next sequence numbers of their conversations to messages, in order, and stores them, sent at `sentAt`,
 * ms, and in the search index. Runs inside a transaction.
 * @returns the stored messages, in the same order
 */
export async function insertMessages(
  transaction: Database,
  messages: readonly NewMessage[],
  sentAt: number,
): Promise<readonly StoredMessage[]> {
  const [first] = messages
  if (!first) return []
  const isOne = messages.length === 1
  const values = valuesOf(messages)
  const { counts, followers } = countedIn(messages)
  const heads = [...counts]
  const stored = await (isOne ? insertOne : insertMany)(transaction).execute({
    conversationId: values((one) => one.conversationId),
    senderId: values((one) => one.senderId),
    clientMessageId: values((one) => one.clientMessageId),
    type: values((one) => one.type),
    body: values((one) => toStorableText(one.body)),
    quotedMessageId: values((one) => one.quotedMessageId ?? null),
    mentions: values((one) => one.mentions ?? ''),
    isNotice: values(isNotice),
    ...(isOne
      ? { headId: first.conversationId, count: 1 }
      : { headId: heads.map(([id]) => id), count: heads.map(([, count]) => count), followers }),
    sentAt,
  })
  await indexMessages(transaction, stored)
  const byClientId = new Map(stored.map((row) => [keyOf(row), row]))
  return messages.map((one) => {
    const row = byClientId.get(keyOf(one))
    if (!row) throw new Error('A conversation with members does not exist')
    return row
  })
}

const keyOf = ({ senderId, clientMessageId }: Pick<NewMessage, 'senderId' | 'clientMessageId'>) =>
  `${senderId} ${clientMessageId}`

/** For each conversation the number of its messages, and for each message the number of later ones. */
function countedIn(messages: readonly NewMessage[]) {
  const counts = new Map<number, number>()
  const followers = messages.toReversed().map(({ conversationId }) => {
    const count = counts.get(conversationId) ?? 0
    counts.set(conversationId, count + 1)
    return count
  })
  return { counts, followers: followers.reverse() }
}

/** Stores a message that needs no permission, such as a notice. Runs inside a transaction. */
export async function storeMessage(
  { clock }: Pick<ServerPorts, 'clock'>,
  transaction: Database,
  values: NewMessage,
): Promise<MessageRow> {
  const [inserted] = await insertMessages(transaction, [values], clock.now())
  const [row] = await selectMessages(transaction).where(eq(message.id, inserted?.id ?? 0))
  if (!row) throw new Error('An inserted message was not found')
  return row
}
