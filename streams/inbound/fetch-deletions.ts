import { filter, type Observable } from 'rxjs'
import { deletionTimeBefore } from '#domain/conversation/conversation-projection.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { getDeletedMessages } from '../api/messages.ts'
import { dataOrThrow } from '../http/call-result.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { FetchServices } from './fetch-conversations.ts'

/** The number of conversations requested in parallel. */
const concurrency = 4
/** Tolerated difference between the server's timestamps and the local estimate, ms. */
const clockTolerance = 60_000

/** The deletion fields of a row in the server's list. */
export type ListedDeletions = Pick<ListedConversation, 'deletedAt'> & {
  readonly conversationId: ConversationId
  /** Whether messages of it were stored or unsent when the list arrived. If not, no deletion can concern them. */
  readonly hadMessages: boolean
}

/**
 * Fetches deletions that this client has missed. If a row names its latest deletion and that is known here, no
 * request is needed. Other conversations are requested one after the other: first all deletions, later those since
 * the last request.
 */
export interface DeletionWatch {
  /** Appends missed deletions, those of open conversations first; throws CallFailed. */
  look(services: FetchServices, listed: readonly ListedDeletions[]): Promise<void>
}

export function createDeletionWatch(): DeletionWatch {
  /** Server ms of the last request by conversation, for servers whose rows have no deletion time. */
  const requestedAt = new Map<ConversationId, number>()

  const knownThrough = ({ log }: FetchServices, id: ConversationId): number =>
    log.syncState(id)?.deletionsReceivedThrough ?? 0

  async function fetchOne(
    services: FetchServices,
    { conversationId: id, deletedAt }: ListedDeletions,
  ): Promise<void> {
    const { caller, log, serverTime, signal } = services
    const now = serverTime.now()
    const since = deletedAt === undefined ? requestedAt.get(id) : knownThrough(services, id)
    const from = Math.max(0, (since ?? 0) - clockTolerance)
    const ids = dataOrThrow(await getDeletedMessages(caller, id, from, { signal }))
    requestedAt.set(id, now)
    const syncState = log.syncState(id)
    const serverIds = ids.filter((one) => !syncState?.isDeleted(one) || syncState.isCountedThoughDeleted(one))
    const common = { stream: id, occurredAt: now, origin: 'http' } as const
    const events: NewEvent[] = []
    if (serverIds.length > 0) events.push({ ...common, type: 'MessagesDeleted', data: { serverIds } })
    if (deletedAt) events.push({ ...common, type: 'DeletionsReceived', data: { through: deletedAt } })
    if (events.length > 0) await log.append(events)
  }

  async function fetchAll(
    services: FetchServices,
    listed: readonly ListedDeletions[],
    workerCount: number,
  ): Promise<void> {
    const queue = [...listed]
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await fetchOne(services, next)
    }
    await Promise.all(Array.from({ length: workerCount }, work))
  }

  return {
    async look(services, listed) {
      const missed = listed.filter(
        ({ conversationId, deletedAt }) => deletedAt && deletedAt > knownThrough(services, conversationId),
      )
      const irrelevant = missed
        .filter(({ hadMessages }) => !hadMessages)
        .map((one) => withoutEffect(services, one))
      if (irrelevant.length > 0) await services.log.append(irrelevant)
      const open = services.log.shownConversations()
      const isOpen = ({ conversationId }: ListedDeletions) => open.includes(conversationId)
      const known = missed.filter(({ hadMessages }) => hadMessages)
      await fetchAll(services, [...known.filter(isOpen), ...known.filter((one) => !isOpen(one))], concurrency)
      const withoutTime = listed.filter(
        ({ deletedAt, hadMessages }) => deletedAt === undefined && hadMessages,
      )
      await fetchAll(services, withoutTime, 1)
    },
  }
}

/** Marks deletions as known that cannot concern any stored message. */
const withoutEffect = (
  { serverTime }: FetchServices,
  { conversationId, deletedAt = 0 }: ListedDeletions,
): NewEvent => ({
  stream: conversationId,
  type: 'DeletionsReceived',
  data: { through: deletedAt },
  occurredAt: serverTime.now(),
  origin: 'http',
})

type KnownLog = Pick<AccountLog, 'appended$' | 'syncState'>

/**
 * Emits acknowledgements of messages older than a known deletion. That deletion may concern them, so deletions must
 * be fetched again.
 */
export const doubtfulAcknowledgements = (log: KnownLog): Observable<readonly LogEvent[]> =>
  log.appended$.pipe(filter((events) => events.some((event) => isDoubtful(event, log))))

function isDoubtful(event: LogEvent, log: KnownLog): boolean {
  if (event.type !== 'MessageAcknowledged' || event.stream === 'account') return false
  return log.syncState(event.stream)?.deletionsReceivedThrough === deletionTimeBefore(event.data.sentAt)
}
