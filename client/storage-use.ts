import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { readTimelinePage } from '#schemas/storage/timeline-row.ts'
import { rowsPrefix, timelineModel } from '#streams/projections/timeline-rows.ts'

/** What one conversation takes on this device. */
export interface ConversationUse {
  readonly id: ConversationId
  /** The size of its stored messages as JSON, bytes; the storage itself may need more or less. */
  readonly size: number
  readonly messageCount: number
}

/** What the account stores on this device. */
export interface StorageUse {
  /** The largest first; conversations without stored messages are omitted. */
  readonly conversations: readonly ConversationUse[]
  /** The files of messages that are not sent yet, bytes. They cannot be freed. */
  readonly unsentFiles: { readonly count: number; readonly size: number }
}

/** Measures the storage. Rejects if it cannot be read. */
export type MeasureStorage = () => Promise<StorageUse>

type MeasuredCore = { readonly log: Pick<AccountCore['log'], 'files' | 'knownConversations' | 'ownRows'> }

/** Creates the measurement of what the account stores. */
export const createMeasureStorage =
  ({ log }: MeasuredCore): MeasureStorage =>
  async () => {
    const conversations: ConversationUse[] = []
    // One conversation at a time, so that the messages of all are never in memory together.
    for (const id of log.knownConversations()) conversations.push(await measureConversation(log, id))
    const used = conversations.filter(({ messageCount }) => messageCount > 0)
    return {
      conversations: used.sort((one, other) => other.size - one.size),
      unsentFiles: await measureUnsentFiles(log),
    }
  }

async function measureConversation(
  { ownRows }: MeasuredCore['log'],
  id: ConversationId,
): Promise<ConversationUse> {
  const rows = await ownRows.readRows(timelineModel.name, rowsPrefix(id))
  const pages = rows.flatMap(({ value }) => {
    const page = readTimelinePage(value)
    return page === undefined ? [] : [page]
  })
  return {
    id,
    size: pages.reduce((sum, page) => sum + JSON.stringify(page).length, 0),
    messageCount: pages.reduce((sum, page) => sum + page.length, 0),
  }
}

async function measureUnsentFiles({ files }: MeasuredCore['log']): Promise<StorageUse['unsentFiles']> {
  let count = 0
  let size = 0
  for (const { key } of await files.list()) {
    const file = await files.read(key)
    if (file === undefined) continue
    count += 1
    size += file.size
  }
  return { count, size }
}
