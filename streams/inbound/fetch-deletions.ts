import type { ConversationId } from '#schemas/ids.ts'
import { serverId } from '#schemas/ids.ts'
import { dataOf } from '../http/call-failed.ts'
import { callForDeletions } from './fetch-page.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Conversations asked about at the same time. */
const width = 4
/** Stamps of both sides may differ by this much, ms. */
const margin = 60_000

/** Asks what was deleted since the last look; a new run of the client looks at everything once. */
export interface DeletionWatch {
  /** Appends deletions of these conversations that the log has not heard of; throws CallFailed. */
  look(parts: FetchParts, conversations: readonly ConversationId[]): Promise<void>
}

export function createDeletionWatch(): DeletionWatch {
  /** Server ms of the last answer, by conversation. */
  const askedAt = new Map<ConversationId, number>()

  async function fetchOne(parts: FetchParts, id: ConversationId): Promise<void> {
    const { log, serverTime } = parts
    const since = askedAt.get(id)
    const now = serverTime.now()
    const from = since === undefined ? 0 : since - margin
    const ids = dataOf(await callForDeletions(parts, id, from)).map(serverId)
    askedAt.set(id, now)
    const knowledge = log.knowledge(id)
    const serverIds = ids.filter((one) => !knowledge?.isDeleted(one))
    if (serverIds.length === 0) return
    await log.append([
      { stream: id, type: 'MessagesDeleted', data: { serverIds }, occurredAt: now, origin: 'http' },
    ])
  }

  return {
    async look(parts, conversations) {
      const waiting = [...conversations]
      const lane = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await fetchOne(parts, id)
      }
      await Promise.all(Array.from({ length: width }, lane))
    },
  }
}
