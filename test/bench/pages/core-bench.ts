import { openTimelineHandle } from '#client/timeline.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { conversationId } from '#schemas/ids.ts'
import { timelineModel } from '#streams/projections/timeline-rows.ts'
import { openStorage } from '#streams/storage/open-storage.ts'
import type { AccountStorage, Storage } from '#streams/storage/storage.ts'
import { chatFrame, readFrame } from '../world/scripted-socket.ts'
import { conversationOf, idAt, lengthOf, self, type World } from '../world/world.ts'
import { type BenchClient, startBenchClient, until } from './bench-client.ts'
import { feed } from './feeding.ts'
import { fetchMissed } from './fetch-missed.ts'
import { openPages, writeRows } from './raw-database.ts'

/** The duration of an ingest, ms. */
export interface Taking {
  /** Until the last message was durable, projected and counted. */
  readonly projected: number
  /** Until the message pages were written after the log, too. */
  readonly settled: number
}

/** The durations of opening conversations, ms each. */
export interface Openings {
  /** Until the subscriber received the messages. */
  readonly whole: readonly number[]
  /** The storage part, from request to result. */
  readonly stored: readonly number[]
  /** One read of a page of another conversation by its key. */
  readonly page: readonly number[]
}

/** The durations of a search on this device, ms. */
export interface Searching {
  /** Until the first hits; infinite without any. */
  readonly first: number
  /** Until all messages were searched. */
  readonly whole: number
}

/** The headless client and the raw database, driven by the runner. */
export interface CoreBench {
  /**
   * Starts the client with the stored data, and with the closed inspector of a development build if `isInspected`.
   * Resolves with the time until it was connected and caught up, ms.
   */
  open(world: World, connection?: 'scripted' | 'network', isInspected?: boolean): Promise<number>
  /** Prepares the frames of these messages, so that their creation is not measured. */
  prepare(world: World, from: number, to: number): void
  /** Ingests the prepared frames. */
  take(): Promise<Taking>
  /** Marks every conversation read. */
  read(world: World): Promise<void>
  /**
   * Opens conversations one after the other until their newest messages are there. Alternates with reads of a page of
   * the following conversation, so that neither finds a warmer database.
   */
  openTimelines(world: World, conversations: readonly number[]): Promise<Openings>
  /** Searches the messages on this device for a keyword. */
  search(keyword: string): Promise<Searching>
  /** Closes the client after everything is written. Throws if it reported faults. */
  close(): Promise<void>
  writeRows(world: World, count: number): Promise<number>
  /** Fetches and stores the messages after this world without a client. Returns ms. */
  fetchMissed(held: World): Promise<number>
}

export function createCoreBench(): CoreBench {
  let readings: number[] = []
  const storage = timedStorage(openStorage(globalThis), (duration) => readings.push(duration))
  let running: BenchClient | undefined
  let frames: readonly string[] = []
  let looking: AccountStorage | undefined

  const current = (): BenchClient => {
    if (!running) throw new Error('the client is not open')
    return running
  }
  /** Waits until the message pages contain all messages of the log. */
  const settle = async () => {
    looking ??= await storage.open(self.userId)
    const isSettled = async (one: AccountStorage) =>
      (await one.checkpoint(timelineModel.name))?.segment === (await one.head())
    while (!(await isSettled(looking))) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  return {
    async open(world, connection = 'scripted', isInspected = false) {
      const start = performance.now()
      running = await startBenchClient(storage, connection, world, isInspected)
      return performance.now() - start
    },
    prepare(world, from, to) {
      frames = Array.from({ length: to - from + 1 }, (_, at) => chatFrame(world, from + at))
    },
    async take() {
      const { account, receive } = current()
      const wanted = unreadIn(account.conversations.get()) + frames.length
      const given = frames
      frames = []
      const start = performance.now()
      const projected = until(account.conversations, (rows) => unreadIn(rows) >= wanted || undefined)
      await feed(given, receive)
      await projected
      const end = performance.now()
      await settle()
      return { projected: end - start, settled: performance.now() - start }
    },
    async read(world) {
      const { account, receive } = current()
      for (let conversation = 1; conversation <= world.conversations; conversation += 1) {
        const length = lengthOf(world, conversation)
        if (length > 0) receive(readFrame(conversation, idAt(world, conversation, length), Date.now()))
      }
      await until(account.conversations, (rows) => unreadIn(rows) === 0 || undefined)
      await settle()
    },
    async openTimelines(world, conversations) {
      const pages = await openPages(world)
      const { account } = current()
      const whole: number[] = []
      const stored: number[] = []
      const page: number[] = []
      for (const one of conversations) {
        readings = []
        const start = performance.now()
        const timeline = account.openTimeline(conversationId('direct', one), openTimelineHandle)
        await until(timeline.view, ({ messages }) => (messages.length > 0 ? true : undefined))
        whole.push(performance.now() - start)
        timeline.close()
        const [reading] = readings
        if (reading === undefined) throw new Error('a conversation was opened without its storage')
        stored.push(reading)
        page.push(await pages.read(one + 1))
      }
      pages.close()
      return { whole, stored, page }
    },
    async search(keyword) {
      const { messages } = await current().account.loadSearch()
      const start = performance.now()
      let first = Number.POSITIVE_INFINITY
      await until(messages({ keyword, filter: {} }), ({ groups, device }) => {
        if (groups.length > 0) first = Math.min(first, performance.now() - start)
        return device === 'done' || undefined
      })
      return { first, whole: performance.now() - start }
    },
    async close() {
      const { client, faults } = current()
      running = undefined
      await client.dispose()
      looking?.close()
      looking = undefined
      if (faults.length > 0) throw new Error(`the client reported: ${faults.slice(0, 3).join('; ')}`)
    },
    writeRows: (world, count) => {
      const rows = Array.from({ length: count }, (_, at) => {
        const id = world.messages + at + 1
        return { id, conversation: conversationOf(world, id), frame: chatFrame(world, id) }
      })
      return writeRows(rows)
    },
    fetchMissed,
  }
}

/** Wraps the storage to measure each read of messages, ms. */
const timedStorage = (storage: Storage, told: (duration: number) => void): Storage => ({
  ...storage,
  async open(account) {
    const opened = await storage.open(account)
    return {
      ...opened,
      async readModel(model, wanted) {
        const start = performance.now()
        const read = await opened.readModel(model, wanted)
        if (model === timelineModel.name) told(performance.now() - start)
        return read
      },
    }
  },
})

const unreadIn = (rows: readonly ConversationSummary[]): number =>
  rows.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
