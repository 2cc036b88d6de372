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

/** How long taking messages in took, ms. */
export interface Taking {
  /** Until the last one was durable, projected and counted. */
  readonly projected: number
  /** Until the pages of messages were written behind the log, too. */
  readonly settled: number
}

/** How long opening conversations took, ms each. */
export interface Openings {
  /** Until whoever opened them was told of their messages. */
  readonly whole: readonly number[]
  /** What the storage took of it, from being asked to its answer. */
  readonly stored: readonly number[]
  /** One page of another conversation, by its key. */
  readonly page: readonly number[]
}

/** The headless client and the raw database, for the runner to play on. */
export interface CoreBench {
  /** Starts the client on what is stored; resolves with the ms until it was connected and caught up. */
  open(world: World, connection?: 'scripted' | 'network'): Promise<number>
  /** Makes the frames of these messages, so that making them is no part of what is measured. */
  prepare(world: World, from: number, to: number): void
  /** Takes in what was prepared. */
  take(): Promise<Taking>
  /** Marks every conversation read. */
  read(world: World): Promise<void>
  /**
   * Opens conversations one after the other, until their newest messages are there; in turn with them a page is read of the
   * conversation after each, so that neither finds the database warmer than the other.
   */
  openTimelines(world: World, conversations: readonly number[]): Promise<Openings>
  /** Closes the client with everything written; throws when it reported faults. */
  close(): Promise<void>
  writeRows(world: World, count: number): Promise<number>
  /** Fetches and stores what came after this world, without a client: ms. */
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
  /** Until the pages of messages have everything that the log has. */
  const settle = async () => {
    looking ??= await storage.open(self.userId)
    const isSettled = async (one: AccountStorage) =>
      (await one.checkpoint(timelineModel.name))?.segment === (await one.head())
    while (!(await isSettled(looking))) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  return {
    async open(world, connection = 'scripted') {
      const start = performance.now()
      running = await startBenchClient(storage, connection, world)
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
        const timeline = account.openTimeline(conversationId('direct', one))
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

/** The storage, telling how long each reading of messages took, ms. */
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
