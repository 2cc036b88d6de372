import type { Command, Outcome } from '#domain/commands/command.ts'
import type { Decision } from '#domain/commands/decision.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { Clock, TimerHandle } from '../ports.ts'

/** Requests to write, one after the other: what was asked first is durable and folded first. */
export interface WriteQueue {
  /** Coalesced with its neighbours; resolves once durable and folded. */
  append(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Decided when everything asked before it is folded; never waits for company. Refuses what could not be stored. */
  dispatch(command: Command): Promise<Outcome>
  /** Runs in turn, for reading what other tabs wrote. */
  run(task: () => Promise<void>): Promise<void>
  /** Resolves when everything asked so far is done. */
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

/** Longest wait for company, ms: a frame. */
const frame = 16
/** Events that are written without waiting, and most that neighbours are joined up to. */
const batchLimit = 500

const done: Outcome = { isOk: true, value: undefined }
const notKept: Outcome = { isOk: false, refusal: { key: 'errors.storage-failed' } }

/** The queue in front of `write`, which makes events durable and folded, all or none. */
export function createWriteQueue(options: {
  readonly clock: Clock
  write(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  decide(command: Command): Decision
}): WriteQueue {
  const { clock, write, decide } = options
  const requests: Request[] = []
  let waiting = 0
  /** Requests that came since the last write began. */
  let fresh = 0
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
        if (isWaitingForCompany()) return rest(began)
      } else {
        requests.shift()
        await request.take()
      }
    }
    isRunning = false
  }

  /** Whether all that waits came during a write, and is little: one write a frame is enough, however quick each is. */
  const isWaitingForCompany = (): boolean =>
    requests.length > 0 &&
    fresh === requests.length &&
    waiting < batchLimit &&
    requests.every(({ kind }) => kind === 'append')

  const rest = (began: number) => {
    isRunning = false
    timer = clock.setTimeout(start, Math.max(0, frame - (clock.monotonic() - began)))
  }

  /** Neighbouring appends that fit together; a single larger one stays whole. */
  function takeAppends(): readonly AppendRequest[] {
    const taken: AppendRequest[] = []
    let count = 0
    for (let next = requests[0]; next?.kind === 'append'; next = requests[0]) {
      if (taken.length > 0 && count + next.events.length > batchLimit) break
      taken.push(next)
      count += next.events.length
      requests.shift()
    }
    waiting -= count
    fresh = 0
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

  /** A person is told that it was not stored, and may try again; the writer has reported why. */
  const store = (events: readonly NewEvent[]): Promise<Outcome> =>
    write(events).then(
      () => done,
      () => notKept,
    )

  /** Adds a request that runs in its turn, and does not let the ones before it wait for company. */
  const takeTurn = <Value>(work: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      requests.push({ kind: 'turn', take: () => work().then(resolve, reject) })
      fresh += 1
      start()
    })

  return {
    append: (events) =>
      new Promise((resolve, reject) => {
        requests.push({ kind: 'append', events, resolve, reject })
        waiting += events.length
        fresh += 1
        if (waiting >= batchLimit) start()
        else if (!isRunning) timer ??= clock.setTimeout(start, frame)
      }),
    dispatch: (command) =>
      takeTurn(async () => {
        const decision = decide(command)
        if (!decision.isOk) return decision
        return decision.value.length > 0 ? store(decision.value) : done
      }),
    run: takeTurn,
    drain: () => takeTurn(async () => {}),
  }
}
