import { validMentions } from '#domain/message/mentions.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Database } from '../store/database.ts'
import { insertMessages } from './insert-messages.ts'
import { type Audience, checkMaySend } from './membership.ts'
import type { MessageRow } from './message-rows.ts'
import {
  type EarlierMessage,
  findSendingFacts,
  type SendingFacts,
  type WantedMessage,
} from './sending-facts.ts'

/** A message to send, validated as far as possible without the database. */
export interface Send extends WantedMessage {
  readonly kind: ConversationKind
  readonly type: string
  readonly body: string
  /** Ids between bars, in the wire's format; 0 is everyone [MSG-06]. */
  readonly mentions?: string | null | undefined
}

/** The result of a send. */
export type SendOutcome =
  | { readonly kind: 'stored'; readonly row: MessageRow; readonly audience: Audience }
  /** This sender has already stored a message with the same client id [LIFE-23]. */
  | { readonly kind: 'known'; readonly message: EarlierMessage }
  | { readonly kind: 'refused'; readonly refusal: CallRefusal }

/** A send that passed all checks. */
interface Accepted {
  readonly kind: 'accepted'
  readonly send: Send
  readonly facts: SendingFacts
  readonly audience: Audience
}
type Judged = Accepted | Exclude<SendOutcome, { readonly kind: 'stored' }>

/**
 * Stores messages at `now`, ms, except those that their senders may not write and those that are stored already. Runs
 * inside a transaction. The others leave no trace.
 * @returns the result of each, in order
 */
export async function storeSends(
  transaction: Database,
  sends: readonly Send[],
  now: number,
): Promise<readonly SendOutcome[]> {
  const facts = await findSendingFacts(transaction, sends, now)
  const judged = sends.map((send, index) => judge(send, facts[index]))
  const accepted = judged.filter((one) => one.kind === 'accepted')
  const messages = await insertMessages(transaction, accepted.map(toMessage), now)
  const rows = new Map(accepted.map((one, index) => [one, messages[index]]))
  return judged.map((one) => (one.kind === 'accepted' ? toStored(one, rows.get(one)) : one))
}

function judge(send: Send, facts: SendingFacts | undefined): Judged {
  if (!facts) throw new Error('The sender of a message does not exist')
  if (facts.earlier) return { kind: 'known', message: facts.earlier }
  try {
    const { membership, memberIds } = facts
    checkMaySend(membership, send.kind)
    return { kind: 'accepted', send, facts, audience: { accountIds: memberIds, group: membership.group } }
  } catch (cause) {
    if (cause instanceof CallRefusal) return { kind: 'refused', refusal: cause }
    throw cause
  }
}

const toMessage = ({ send, facts }: Accepted) => ({
  conversationId: send.conversationId,
  senderId: send.senderId,
  clientMessageId: send.clientMessageId,
  type: send.type,
  body: send.body,
  quotedMessageId: facts.quoted?.id ?? null,
  mentions: writeMentions(send.mentions, facts.memberIds),
})

function toStored({ facts, audience }: Accepted, message: MessageRow['message'] | undefined): SendOutcome {
  if (!message) throw new Error('A message that may be stored was not')
  return { kind: 'stored', row: { ...facts, message }, audience }
}

/**
 * Returns mentions as they are stored: ids of members, and 0 for everyone, between bars. Ids of non-members are dropped
 * [MSG-38].
 */
function writeMentions(joined: string | null | undefined, memberIds: readonly number[]): string {
  if (!joined) return ''
  // An empty part would be read as 0, which means everyone.
  const ids = joined.split('|').filter((part) => /^\d+$/.test(part))
  const kept = validMentions(ids.map(Number), memberIds)
  return kept.length === 0 ? '' : `|${kept.join('|')}|`
}
