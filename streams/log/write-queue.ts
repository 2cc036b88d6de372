import type { Command, Decision, Outcome } from '#domain/commands/command.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { Clock, TimerHandle } from '../ports.ts'

/** Runs writes one after the other, in the order of the requests. */
export interface WriteQueue {
  /** Joins neighbouring appends in one write. Resolves once the events are durable and folded. */
  append(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Decides events once all earlier requests are folded, and appends them. Starts without the batching delay. */
  appendDecided(decide: () => readonly NewEvent[]): Promise<readonly LogEvent[]>
  /**
   * Decides once all earlier requests are folded. Starts without the batching delay. Resolves with a rejection if the
   * events could not be stored. Some commands are decided again if another tab has stored anything meanwhile.
   */
  dispatch(command: Command): Promise<Outcome>
  /** Runs a task in its turn, to read segments of other tabs. */
  run(task: () => Promise<void>): Promise<void>
  /** Resolves when all earlier requests are done. */
  drain(): Promise<void>
}

interface AppendRequest {
  readonly kind: 'append'
  readonly events: readonly NewEvent[]
  resolve(events: readonly LogEvent[]): void
  reject(error: unknown): void
}
interface TurnRequest {
  readonly kind: 'turn'
  /** Settles its own promise and never rejects. */
  take(): Promise<void>
}
type Request = AppendRequest | TurnRequest

/** Longest batching delay, ms: one frame. */
const frame = 16
/** Most events in a joined write. As many pending events are written without delay. */
const batchLimit = 500

/**
 * Commands whose events depend on what another tab may have stored meanwhile: a text that they add to, or the newest
 * message that a mark as unread covers.
 */
const redecidedCommands: ReadonlySet<Command['type']> = new Set([
  'EditMessage',
  'MarkConversationUnread',
  'ReturnEdit',
  'ReturnText',
])

const done: Outcome = { isOk: true, value: undefined }
const notStored: Outcome = { isOk: false, rejection: { key: 'errors.storage-failed' } }

/**
 * The queue in front of `write`, which makes events durable and folded, all or none. A loop, because a command ends the
 * delay of the appends before it. `concatMap` would write 2,891 times instead of 430 for 50,000 messages
 * (docs/performance.md).
 */
export function createWriteQueue(options: {
  readonly clock: Clock
  write(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  writeDecided(decide: () => readonly NewEvent[]): Promise<readonly LogEvent[]>
  decide(command: Command): Decision
}): WriteQueue {
  const { clock, write, decide } = options
  const requests: Request[] = []
  let pendingEvents = 0
  /** Requests since the last write began. */
  let requestsSinceWrite = 0
  let timer: TimerHandle | undefined
  let isRunning = false

  const start = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    if (isRunning) return
    isRunning = true
    void work()
  }

  async function work(): Promise<void> {
    for (let request = requests[0]; request; request = requests[0]) {
      if (request.kind === 'append') {
        const began = clock.monotonic()
        await writeTogether(takeAppends())
        if (isSmallBatch()) return delayNext(began)
      } else {
        requests.shift()
        await request.take()
      }
    }
    isRunning = false
  }

  /**
   * True if every queued request is an append that arrived during the last write and the batch is small. Limits writes
   * to one a frame.
   */
  const isSmallBatch = (): boolean =>
    requests.length > 0 &&
    requestsSinceWrite === requests.length &&
    pendingEvents < batchLimit &&
    requests.every(({ kind }) => kind === 'append')

  const delayNext = (began: number) => {
    isRunning = false
    timer = clock.setTimeout(start, Math.max(0, frame - (clock.monotonic() - began)))
  }

  /** Removes the next appends that fit in one write. A single larger append is not split. */
  function takeAppends(): readonly AppendRequest[] {
    const taken: AppendRequest[] = []
    let count = 0
    for (let next = requests[0]; next?.kind === 'append'; next = requests[0]) {
      if (taken.length > 0 && count + next.events.length > batchLimit) break
      taken.push(next)
      count += next.events.length
      requests.shift()
    }
    pendingEvents -= count
    requestsSinceWrite = 0
    return taken
  }

  async function writeTogether(appends: readonly AppendRequest[]): Promise<void> {
    try {
      const written = await write(appends.flatMap((request) => request.events))
      let from = 0
      for (const request of appends) {
        request.resolve(written.slice(from, from + request.events.length))
        from += request.events.length
      }
    } catch (error) {
      for (const request of appends) request.reject(error)
    }
  }

  /** Resolves with a rejection if the write fails. The writer has reported the cause. */
  const store = (events: readonly NewEvent[]): Promise<Outcome> =>
    write(events).then(
      () => done,
      () => notStored,
    )

  /** Decides a command for the state after everything that is stored, and stores its events. */
  const storeRedecided = (command: Command): Promise<Outcome> => {
    let outcome = done
    const decideNow = (): readonly NewEvent[] => {
      const decision = decide(command)
      outcome = decision.isOk ? done : decision
      return decision.isOk ? decision.value : []
    }
    return options.writeDecided(decideNow).then(
      () => outcome,
      () => notStored,
    )
  }

  /** Adds a request that runs in its turn. Ends the batching delay of the requests before it. */
  const takeTurn = <Value>(work: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      requests.push({ kind: 'turn', take: () => work().then(resolve, reject) })
      requestsSinceWrite += 1
      start()
    })

  return {
    append: (events) =>
      new Promise((resolve, reject) => {
        requests.push({ kind: 'append', events, resolve, reject })
        pendingEvents += events.length
        requestsSinceWrite += 1
        if (pendingEvents >= batchLimit) start()
        else if (!isRunning) timer ??= clock.setTimeout(start, frame)
      }),
    appendDecided: (decideEvents) => takeTurn(() => options.writeDecided(decideEvents)),
    dispatch: (command) =>
      takeTurn(async () => {
        if (redecidedCommands.has(command.type)) return storeRedecided(command)
        const decision = decide(command)
        if (!decision.isOk) return decision
        return decision.value.length > 0 ? store(decision.value) : done
      }),
    run: takeTurn,
    drain: () => takeTurn(async () => {}),
  }
}
