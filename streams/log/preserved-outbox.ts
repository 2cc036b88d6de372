import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { ClientId, ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { type PreservedMessageRow, readPreservedMessage } from '#schemas/storage/conversation-row.ts'
import type { Clock } from '../ports.ts'
import type { AccountStorage, Storage, StoredRow } from '../storage/storage.ts'
import { isFault } from '../storage/storage-error.ts'
import type { AccountLog } from './account-log.ts'
import {
  deletePreservedDatabase,
  hasPreservedDatabase,
  isPreservedDatabase,
  preservedDatabaseOf,
} from './preserved-database.ts'

/** A message without its file cannot be sent, even if its conversation is there again. */
export interface PreservedMessage extends UnsentMessage {
  readonly isFileLost?: boolean | undefined
}

/**
 * Stores the unsent messages and their files of accounts that were signed out by force (DEC-115), and the messages of
 * conversations that were removed before they could be sent (DEC-230).
 */
export interface PreservedOutbox {
  /** Copies the unsent messages of the account; does nothing if there are none. */
  keep(account: UserId): Promise<void>
  /** Adds messages without their files, because their conversation is gone and they cannot be sent. */
  add(account: UserId, messages: readonly UnsentMessage[]): Promise<void>
  /** In the order of writing; empty if nothing was preserved or it has expired. */
  read(account: UserId): Promise<readonly PreservedMessage[]>
  /** Removes messages for which `isOver` is true. Resolves with the others. */
  drop(account: UserId, isOver: (message: UnsentMessage) => boolean): Promise<readonly PreservedMessage[]>
  /** Moves messages that `read` returned to the outbox of the account's log. */
  restore(account: UserId, messages: readonly UnsentMessage[], log: AccountLog, now: number): Promise<void>
  forget(account: UserId): Promise<void>
  /** Whether this is a preserved database that has not expired. A wipe skips it. */
  mustStay(place: UserId): Promise<boolean>
}

export interface PreservedOutboxServices {
  readonly storage: Storage
  readonly clock: Clock
  openLog(account: UserId): Promise<AccountLog>
}

const model = 'preserved-outbox'
const firstCheckpoint = { segment: 0, version: 1 } as const

export function createPreservedOutbox({ storage, clock, openLog }: PreservedOutboxServices): PreservedOutbox {
  async function inside<Result>(place: UserId, work: (database: AccountStorage) => Promise<Result>) {
    const database = await storage.open(place)
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }

  const rowsIn = async (database: AccountStorage): Promise<readonly PreservedMessageRow[]> =>
    (await database.readRows(model)).flatMap(({ value }) => readPreservedMessage(value) ?? [])

  const forget = (account: UserId): Promise<void> => deletePreservedDatabase(storage, account)

  async function store(
    account: UserId,
    messages: readonly UnsentMessage[],
    files?: AccountLog['files'],
  ): Promise<void> {
    if (messages.length === 0) return
    const place = preservedDatabaseOf(account)
    const preservedAt = clock.now()
    // Marked first, so that after a crash a later start finds the database and deletes it in time.
    await storage.accounts.markForWipe(place, true)
    await inside(place, async (database) => {
      // The text is preserved also if its file cannot be copied, for example because it does not fit.
      const lost = new Set<ClientId>()
      for (const { attachment, clientId } of messages) {
        try {
          const file = attachment && (await files?.read(attachment.fileKey))
          if (file) await database.files.put(attachment.fileKey, file, preservedAt)
        } catch (cause) {
          if (!isFault(cause)) throw cause
          lost.add(clientId)
        }
      }
      const next = Math.max(-1, ...(await rowsIn(database)).map(({ index }) => index)) + 1
      // Without quotes: this database does not learn that a quoted message was deleted.
      const rows = messages.map(({ quote: _, ...message }, at) => ({
        key: message.clientId,
        value: {
          message,
          preservedAt,
          index: next + at,
          isFileLost: message.attachment && (!files || lost.has(message.clientId)),
        },
      }))
      await writeRows(database, rows, 'added')
    })
  }

  /** Adds rows, or replaces the existing ones. */
  async function writeRows(
    database: AccountStorage,
    rows: readonly StoredRow[],
    mode: 'added' | 'replaced',
  ): Promise<void> {
    const epoch = await database.epoch()
    const isRebuild = mode === 'replaced'
    await database.writeModel({ model, checkpoint: firstCheckpoint, epoch, rows, isRebuild })
  }

  async function read(account: UserId): Promise<readonly PreservedMessage[]> {
    const place = preservedDatabaseOf(account)
    if (!(await hasPreservedDatabase(storage, place))) return []
    const rows = await inside(place, rowsIn)
    return rows
      .filter(({ preservedAt }) => !isPreservationOver(preservedAt, clock.now()))
      .sort((left, right) => left.index - right.index)
      .map(({ message, isFileLost }) => ({ ...message, quote: undefined, isFileLost }))
  }

  async function drop(account: UserId, isOver: (message: UnsentMessage) => boolean) {
    const kept = await read(account)
    const left = kept.filter((message) => !isOver(message))
    if (left.length === kept.length) return left
    if (left.length === 0) await forget(account)
    else
      await inside(preservedDatabaseOf(account), async (database) => {
        const rows = await database.readRows(model)
        const isLeft = ({ key }: StoredRow) => left.some(({ clientId }) => clientId === key)
        await writeRows(database, rows.filter(isLeft), 'replaced')
      })
    return left
  }

  return {
    read,
    forget,
    drop,
    async keep(account) {
      const log = await openLog(account)
      try {
        await store(account, log.outbox.get().messages, log.files)
      } finally {
        await log.close()
      }
    },
    add: (account, messages) => store(account, messages),
    async restore(account, messages, log, now) {
      await inside(preservedDatabaseOf(account), async ({ files }) => {
        for (const { attachment } of messages) {
          const file = attachment && (await files.read(attachment.fileKey))
          if (file) await log.files.put(attachment.fileKey, file, clock.now())
        }
      })
      await log.append(messages.map((message, at) => resubmission(message, now + at)))
      const restored = new Set(messages.map(({ clientId }) => clientId))
      await drop(account, ({ clientId }) => restored.has(clientId))
    },
    async mustStay(place) {
      if (!isPreservedDatabase(place)) return false
      const rows = await inside(place, rowsIn)
      return rows.some(({ preservedAt }) => !isPreservationOver(preservedAt, clock.now()))
    },
  }
}

const day = 24 * 3_600_000
/** How long unsent messages stay after a forced sign-out (DEC-115), ms. */
const preservationTime = 7 * day

/** Whether messages preserved at `keptAt` must be deleted; device times, ms. A clock set back does not prolong it. */
const isPreservationOver = (keptAt: number, now: number): boolean =>
  Math.abs(now - keptAt) >= preservationTime

/** Returns the event that adds a preserved message to a new log, with its old client id as the idempotency key. */
export function resubmission(message: UnsentMessage, now: number): NewEvent {
  const { clientId, type, body, mentions, attachment, part } = message
  const stream: ConversationId = message.conversationId
  return {
    stream,
    type: 'MessageSubmitted',
    data: {
      clientId,
      type,
      // The file is uploaded again, because the server may have deleted it.
      body: attachment ? '' : body,
      submittedAt: now,
      ...(mentions ? { mentions } : {}),
      ...(attachment ? { attachment } : {}),
      ...(part ? { part } : {}),
    },
    occurredAt: now,
    origin: 'local',
  }
}
