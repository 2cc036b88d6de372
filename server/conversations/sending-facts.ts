import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { preparedQuery, valuesOf } from '../store/prepared-query.ts'
import { account, chatGroup, conversation, conversationMember, message } from '../store/schema/index.ts'
import { blockOfSide, isFriendOfSide, isSide, type Membership, sideFields } from './membership.ts'
import { hasReadableBody } from './message-expiry.ts'
import { type MessageRow, quoteFields, senderColumns } from './message-rows.ts'

/** The columns by which a message to send is looked up. */
export interface WantedMessage {
  readonly conversationId: number
  readonly senderId: number
  readonly clientMessageId: string
  readonly quotedMessageId?: number | null | undefined
}

/** The message that this client id became earlier. */
export interface EarlierMessage {
  readonly id: number
  readonly sequence: number
  readonly sentAt: number
  /** The timer, seconds from reading to expiry; null if it does not expire. */
  readonly timerSeconds: number | null
}

/** The facts that decide whether and how a message is stored, and the sender and quote of its frames. */
export interface SendingFacts extends Omit<MessageRow, 'message'> {
  /** Undefined if the sender is no member of the conversation. */
  readonly membership: Membership | undefined
  readonly earlier: EarlierMessage | null
  /** All members of the conversation. */
  readonly memberIds: readonly number[]
}

const given = sql.placeholder
// A single message is the most common case, and costs half as much as a list of one.
const oneWanted = sql`(select ${given('conversationId')}::bigint as conversation_id, ${given('senderId')}::bigint as sender_id,
  ${given('clientMessageId')}::text as client_message_id, ${given('quotedMessageId')}::bigint as quoted_message_id,
  1 as place) as wanted`
const manyWanted = sql`unnest(${given('conversationId')}::bigint[], ${given('senderId')}::bigint[],
  ${given('clientMessageId')}::text[], ${given('quotedMessageId')}::bigint[]) with ordinality
  as wanted (conversation_id, sender_id, client_message_id, quoted_message_id, place)`
const wanted = {
  conversationId: sql`wanted.conversation_id`,
  senderId: sql`wanted.sender_id`,
  clientMessageId: sql`wanted.client_message_id`,
  quotedMessageId: sql`wanted.quoted_message_id`,
}

const toNumbers = { mapFromDriverValue: (ids: readonly unknown[]) => ids.map(Number) }
const groupMemberIds = sql`case when ${conversation.kind} = 'group' then array(select ${conversationMember.accountId}
  from ${conversationMember} where ${conversationMember.conversationId} = ${wanted.conversationId}) end`

// Messages grow fast: a limit of one keeps the planner from a sequential scan for the join.
const earlierIn = (database: Database) =>
  database
    .select({
      id: message.id,
      sequence: message.sequence,
      sentAt: message.sentAt,
      timerSeconds: message.timerSeconds,
    })
    .from(message)
    .where(and(eq(message.senderId, wanted.senderId), eq(message.clientMessageId, wanted.clientMessageId)))
    .limit(1)
    .as('earlier')

// A quote is made from the stored message, and only of one that the sender can read in the conversation. Any other is
// dropped.
const quotedIn = (database: Database) =>
  database
    .select({
      ...quoteFields(message),
      senderName: account.nickname,
    })
    .from(message)
    .innerJoin(account, eq(account.id, message.senderId))
    .where(
      and(
        eq(message.id, wanted.quotedMessageId),
        eq(message.conversationId, wanted.conversationId),
        gt(message.id, conversationMember.historyAfterId),
        hasReadableBody(message, given('now')),
      ),
    )
    .limit(1)
    .as('quoted')

const factsBy = (source: SQL, name: string) =>
  preparedQuery((database) => {
    const [earlier, quoted] = [earlierIn(database), quotedIn(database)]
    const { id, sequence, sentAt, timerSeconds } = earlier
    return database
      .select({
        side: sideFields,
        kind: conversation.kind,
        isFriend: isFriendOfSide,
        block: blockOfSide,
        group: chatGroup,
        earlier: { id, sequence, sentAt, timerSeconds },
        memberIds: groupMemberIds.mapWith(toNumbers),
        ...senderColumns,
        quoted: quoteFields(quoted),
        quotedSenderName: quoted.senderName,
      })
      .from(source)
      .innerJoin(account, eq(account.id, wanted.senderId))
      .leftJoin(conversationMember, isSide(wanted.conversationId, wanted.senderId))
      .leftJoin(conversation, eq(conversation.id, conversationMember.conversationId))
      .leftJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
      .leftJoinLateral(earlier, sql`true`)
      .leftJoinLateral(quoted, sql`true`)
      .orderBy(sql`wanted.place`)
      .prepare(name)
  })
const factsOfOne = factsBy(oneWanted, 'sending_facts_of_one')
const factsOfMany = factsBy(manyWanted, 'sending_facts_of_many')

type FactsRow = Awaited<ReturnType<ReturnType<typeof factsOfOne>['execute']>>[number]

/** Reads the facts for storing messages at `now`, ms; in the order of the messages. */
export async function findSendingFacts(
  transaction: Database,
  messages: readonly WantedMessage[],
  now: number,
): Promise<readonly SendingFacts[]> {
  if (messages.length === 0) return []
  const values = valuesOf(messages)
  const rows = await (messages.length === 1 ? factsOfOne : factsOfMany)(transaction).execute({
    conversationId: values((one) => one.conversationId),
    senderId: values((one) => one.senderId),
    clientMessageId: values((one) => one.clientMessageId),
    quotedMessageId: values((one) => one.quotedMessageId ?? null),
    now,
  })
  return rows.map(toFacts)
}

function toFacts({ side, kind, isFriend, block, group, memberIds, ...facts }: FactsRow): SendingFacts {
  const membership = side && kind ? { ...side, kind, isFriend, block, group } : undefined
  return { ...facts, membership, memberIds: memberIds ?? peopleOf(membership) }
}

const peopleOf = (membership: Membership | undefined): readonly number[] => {
  if (!membership) return []
  const { peerId, accountId } = membership
  return peerId === null ? [accountId] : [peerId, accountId]
}
