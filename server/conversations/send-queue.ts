import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type AttachmentKind, attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { validMentions } from '#domain/message/mentions.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import { isBuiltInStickerPath } from '#domain/stickers/built-in-stickers.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { lockFiles } from '../files/file-copies.ts'
import type { ConnectionRegistry, OutgoingFrame } from '../gateway/connection-registry.ts'
import type { ServerPorts } from '../ports.ts'
import { type Database, isUniqueViolation } from '../store/database.ts'
import { type message, savedFileUse, storedFile } from '../store/schema/index.ts'
import { insertMessages } from './insert-messages.ts'
import { type Audience, checkMaySend } from './membership.ts'
import { hasFiles } from './message-body.ts'
import { type MessageRow, messageFrame } from './message-rows.ts'
import {
  type EarlierMessage,
  findSendingFacts,
  type SendingFacts,
  type WantedMessage,
} from './sending-facts.ts'

interface WaitingSend {
  readonly send: Send
  readonly resolve: (outcome: SendOutcome) => void
  readonly reject: (cause: unknown) => void
}

interface QueuePorts extends Pick<ServerPorts, 'database' | 'clock' | 'nextTurn' | 'cluster'> {
  readonly connections: Pick<ConnectionRegistry, 'stage'>
}

/** The maximum number of messages stored together. A larger batch saves hardly anything, and delays its last one. */
const mostTogether = 64

/**
 * Stores messages in batches. Messages that arrive while a batch is stored form the next one, and share its look-ups,
 * its insert and its commit. Load therefore lowers the cost of each message.
 *
 *   waiting ──turn──▶ batch ──committed──▶ each send resolves with its outcome
 *                       └──────failed────▶ each is stored alone, so that an invalid one does not block others
 *
 * Messages are stored and answered in the order of arrival.
 */
export class SendQueue {
  readonly #ports: QueuePorts
  #waiting: WaitingSend[] = []
  #isRunning = false

  constructor(ports: QueuePorts) {
    this.#ports = ports
  }

  /** The number of messages that wait for the next batch. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  /** Stores a message in its turn. Rejects if the database does; nothing of it is stored then. */
  store(send: Send): Promise<SendOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ send, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      await this.#ports.nextTurn?.()
      const turn = this.#waiting.splice(0, mostTogether)
      for (const together of partsOf(turn)) await this.#storeTogether(together)
    }
    this.#isRunning = false
  }

  async #storeTogether(turn: readonly WaitingSend[]): Promise<void> {
    const [first, ...others] = turn
    if (!first) return
    if (others.length === 0) return this.#storeAlone(first)
    try {
      const outcomes = await this.#store(turn.map(({ send }) => send))
      for (const [index, { resolve, reject }] of turn.entries()) {
        const outcome = outcomes[index]
        if (outcome) resolve(outcome)
        else reject(new Error('A message was not answered for'))
      }
    } catch {
      for (const one of turn) await this.#storeAlone(one)
    }
  }

  async #storeAlone({ send, resolve, reject }: WaitingSend): Promise<void> {
    try {
      resolve(await this.#storeOne(send))
    } catch (cause) {
      // Another process stored the same client id after the look-up, so a second look-up finds it.
      if (isUniqueViolation(cause)) await this.#storeOne(send).then(resolve, reject)
      else reject(cause)
    }
  }

  async #storeOne(send: Send): Promise<SendOutcome> {
    const [outcome] = await this.#store([send])
    if (!outcome) throw new Error('A message was not answered for')
    return outcome
  }

  // No query follows the commit, so that a stored message is always sent.
  async #store(sends: readonly Send[]): Promise<readonly SendOutcome[]> {
    const { database, clock, connections, cluster } = this.#ports
    const { outcomes, deliver } = await database.transaction(async (transaction) => {
      // In one process the keyed lock has the same effect.
      await cluster?.lockConversations(transaction, sends)
      const outcomes = await storeSends(transaction, sends, clock.now())
      for (const outcome of outcomes) {
        if (outcome.kind !== 'stored') continue
        const { message } = outcome.row
        if (hasFiles(message.type)) await attachFiles(transaction, message)
      }
      const frames = outcomes.flatMap((one) => (one.kind === 'stored' ? [one.frame] : []))
      return { outcomes, deliver: await connections.stage(transaction, frames) }
    })
    deliver()
    return outcomes
  }
}

/** Splits a batch into parts for one transaction each. A file that may not be shown rejects its own message only. */
function partsOf(turn: readonly WaitingSend[]): readonly (readonly WaitingSend[])[] {
  const parts: WaitingSend[][] = []
  let isOpen = false
  for (const one of turn) {
    const isAlone = hasFiles(one.send.type)
    if (isOpen && !isAlone) parts.at(-1)?.push(one)
    else parts.push([one])
    isOpen = !isAlone
  }
  return parts
}

/** A message to send, validated as far as possible without the database. */
export interface Send extends WantedMessage {
  readonly kind: ConversationKind
  readonly type: string
  readonly body: string
  /** Ids between bars, in the wire's format; 0 is everyone [MSG-06]. */
  readonly mentions?: string | null | undefined
  /** The connection it came from, which gets a response instead of the frame. */
  readonly connectionId?: number
}

/** The result of a send. */
type SendOutcome =
  | { readonly kind: 'stored'; readonly row: MessageRow; readonly frame: OutgoingFrame }
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
async function storeSends(
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

function toStored(
  { send, facts, audience }: Accepted,
  message: MessageRow['message'] | undefined,
): SendOutcome {
  if (!message) throw new Error('A message that may be stored was not')
  const row = { ...facts, message }
  return { kind: 'stored', row, frame: messageFrame(row, audience, send.connectionId) }
}

/**
 * Returns mentions as they are stored: ids of members, and 0 for everyone, between bars. Ids of non-members are dropped
 * [MSG-38].
 */
export function writeMentions(joined: string | null | undefined, memberIds: readonly number[]): string {
  if (!joined) return ''
  // An empty part would be read as 0, which means everyone.
  const ids = joined.split('|').filter((part) => /^\d+$/.test(part))
  const kept = validMentions(ids.map(Number), memberIds)
  return kept.length === 0 ? '' : `|${kept.join('|')}|`
}

/**
 * Assigns the files that a message names to that message, inside its transaction. Rejects a file that the sender does
 * not own, that was uploaded for another conversation, or that another message shows. No user can make others fetch
 * files that they may not see.
 */
async function attachFiles(
  transaction: Database,
  { id, senderId, conversationId, type, body }: typeof message.$inferSelect,
): Promise<void> {
  if (type === 'emo' && isBuiltInStickerPath(body ?? '')) return
  const wanted = wantedFiles(type, body ?? '')
  const names = new Set(wanted.keys())
  const attached = await transaction
    .update(storedFile)
    .set({ messageId: id })
    .where(
      and(
        inArray(storedFile.name, [...names]),
        eq(storedFile.ownerId, senderId),
        eq(storedFile.conversationId, conversationId),
        isNull(storedFile.messageId),
      ),
    )
    .returning({ name: storedFile.name, kind: storedFile.kind })
  for (const { name } of attached) names.delete(name)
  const kept = await attachSavedFiles(transaction, [...names], { id, senderId })
  if (wanted.size === 0 || attached.length + kept.length < wanted.size)
    throw CallRefusal.wrongValue('Message', 'file-unknown')
  if ([...attached, ...kept].some(({ name, kind }) => !isFit(kind, wanted.get(name))))
    throw CallRefusal.wrongValue('Message', 'file-unfit')
}

/** The types that a message gives its files, by name. */
function wantedFiles(type: string, body: string): ReadonlyMap<string, AttachmentKind> {
  const known = messageTypes.find((one) => one === type)
  const read = known && readMessageBody(known, body)
  if (!known || !read) return new Map()
  const kind = known === 'emo' ? 'image' : (attachmentKindOf(known) ?? 'file')
  // The first file has the message's type, the second is its thumbnail.
  return new Map(filesOf(read).map(({ name }, index) => [name, index === 0 ? kind : 'image']))
}

/** Whether a file that was uploaded as one type may show as another; any file may be sent as a file. */
const isFit = (kind: AttachmentKind, wanted: AttachmentKind | undefined): boolean =>
  wanted === 'file' || wanted === kind

/**
 * Assigns the named files that the sender has saved to a message as well, inside its transaction.
 * @returns these files and the types they may be shown as
 */
async function attachSavedFiles(
  transaction: Database,
  names: readonly string[],
  { id, senderId }: { readonly id: number; readonly senderId: number },
): Promise<readonly Pick<typeof storedFile.$inferSelect, 'name' | 'kind'>[]> {
  if (names.length === 0) return []
  const ofSender = and(
    inArray(storedFile.name, [...names]),
    eq(storedFile.ownerId, senderId),
    isNull(storedFile.conversationId),
  )
  const kept = await lockFiles(transaction, ofSender)
  if (kept.length > 0)
    await transaction.insert(savedFileUse).values(kept.map(({ name }) => ({ fileName: name, messageId: id })))
  return kept
}
