import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { getDeletedMessages } from '../api/messages.ts'
import { dataOf } from '../http/call-failed.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Conversations asked about at the same time. */
const width = 4
/** Stamps of both sides may differ by this much, ms. */
const margin = 60_000

/** What the list says of a conversation's deletions. */
export type ListedDeletions = Pick<ListedConversation, 'deletedAt'> & {
  readonly conversationId: ConversationId
  /** Whether messages of it were held before the list came: others cannot have been deleted here. */
  readonly wasKnown: boolean
}

/**
 * Asks what was deleted since the last look. A row that tells when its latest deletion was saves the question unless
 * there is one that was not heard of; a server that does not tell is asked about each conversation, one after the other,
 * once a run of the client for all time and then for the time since.
 */
export interface DeletionWatch {
  /** Appends deletions that the log has not heard of, those in what is looked at first; throws CallFailed. */
  look(parts: FetchParts, listed: readonly ListedDeletions[]): Promise<void>
}

export function createDeletionWatch(): DeletionWatch {
  /** Server ms of the last answer, by conversation; for servers whose rows do not tell. */
  const askedAt = new Map<ConversationId, number>()

  const heardOf = ({ log }: FetchParts, id: ConversationId): number =>
    log.knowledge(id)?.deletionsHeardThrough ?? 0

  async function ask(parts: FetchParts, { conversationId: id, deletedAt }: ListedDeletions): Promise<void> {
    const { caller, log, serverTime, signal } = parts
    const now = serverTime.now()
    const since = deletedAt === undefined ? askedAt.get(id) : heardOf(parts, id)
    const from = Math.max(0, (since ?? 0) - margin)
    const ids = dataOf(await getDeletedMessages(caller, id, from, { signal }))
    askedAt.set(id, now)
    const knowledge = log.knowledge(id)
    const serverIds = ids.filter((one) => !knowledge?.isDeleted(one) || knowledge.isCountedThoughDeleted(one))
    const common = { stream: id, occurredAt: now, origin: 'http' } as const
    const events: NewEvent[] = []
    if (serverIds.length > 0) events.push({ ...common, type: 'MessagesDeleted', data: { serverIds } })
    if (deletedAt) events.push({ ...common, type: 'DeletionsHeard', data: { through: deletedAt } })
    if (events.length > 0) await log.append(events)
  }

  async function askAll(
    parts: FetchParts,
    listed: readonly ListedDeletions[],
    atOnce: number,
  ): Promise<void> {
    const waiting = [...listed]
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await ask(parts, next)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  return {
    async look(parts, listed) {
      const news = listed.filter(
        ({ conversationId, deletedAt }) => deletedAt && deletedAt > heardOf(parts, conversationId),
      )
      const heard = news.filter(({ wasKnown }) => !wasKnown).map((one) => hearing(parts, one))
      if (heard.length > 0) await parts.log.append(heard)
      const lookedAt = parts.log.lookedAt()
      const isLookedAt = ({ conversationId }: ListedDeletions) => lookedAt.includes(conversationId)
      const known = news.filter(({ wasKnown }) => wasKnown)
      await askAll(parts, [...known.filter(isLookedAt), ...known.filter((one) => !isLookedAt(one))], width)
      const untold = listed.filter(({ deletedAt, wasKnown }) => deletedAt === undefined && wasKnown)
      await askAll(parts, untold, 1)
    },
  }
}

/** There was nothing here that those deletions could concern. */
const hearing = (
  { serverTime }: FetchParts,
  { conversationId, deletedAt = 0 }: ListedDeletions,
): NewEvent => ({
  stream: conversationId,
  type: 'DeletionsHeard',
  data: { through: deletedAt },
  occurredAt: serverTime.now(),
  origin: 'http',
})
