/** A scheduled callback. */
interface Scheduled {
  readonly at: number
  /** Breaks ties in the order of scheduling. */
  readonly turn: number
  readonly callback: () => void
  isCancelled: boolean
}
export type ScheduleHandle = { readonly cancel: () => void }

/** The single event queue of a simulated world: all timers, frames, responses and commands. */
export interface VirtualTime {
  /** True time, ms since 1970. */
  now(): number
  /** Runs the callback after `delay` ms of true time. Equal times run in the order of scheduling. */
  schedule(delay: number, callback: () => void): ScheduleHandle
  /**
   * Moves to the next scheduled time, runs it, and lets the resulting promises settle. Returns false if the queue is
   * empty.
   */
  step(): Promise<boolean>
  /** Steps until true time reaches `moment`. Throws if that takes more than `limit` steps. */
  runUntil(moment: number): Promise<void>
  /** Steps until the condition holds or `duration` ms have passed. Resolves with whether it holds. */
  runWhile(isWaiting: () => boolean, duration: number): Promise<boolean>
  /** Lets promises settle without moving time. */
  settle(): Promise<void>
  /** Pauses the world for `duration` ms. Callbacks that come due meanwhile run late, in order. */
  standStill(duration: number): void
  /** The total duration of pauses so far, ms. */
  stoodStill(): number
  /** True time without the pauses, ms. */
  activeTime(): number
  steps(): number
}

/** 2026-03-01T00:00:00Z, the start of every simulated world. */
const beginning = Date.UTC(2026, 2, 1)
/** A world that takes more steps than this is in an endless loop. */
const stepLimit = 100_000

const isEarlier = (left: Scheduled, right: Scheduled) =>
  left.at < right.at || (left.at === right.at && left.turn < right.turn)

/** A binary heap, earliest first. */
class Queue {
  private readonly items: Scheduled[] = []

  push(item: Scheduled): void {
    let index = this.items.push(item) - 1
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = this.items[parentIndex]
      if (!parent || isEarlier(parent, item)) break
      this.items[index] = parent
      index = parentIndex
    }
    this.items[index] = item
  }

  peek(): Scheduled | undefined {
    return this.items[0]
  }

  pop(): Scheduled | undefined {
    const first = this.items[0]
    const last = this.items.pop()
    if (first && last && this.items.length > 0) this.sink(last)
    return first
  }

  private sink(item: Scheduled): void {
    let index = 0
    for (;;) {
      const childIndex = this.earlierChild(index)
      const child = this.items[childIndex]
      if (!child || isEarlier(item, child)) break
      this.items[index] = child
      index = childIndex
    }
    this.items[index] = item
  }

  private earlierChild(index: number): number {
    const left = this.items[2 * index + 1]
    const right = this.items[2 * index + 2]
    return left && right && isEarlier(right, left) ? 2 * index + 2 : 2 * index + 1
  }
}

/** One turn of the event loop, which settles every promise that depends on nothing external. */
const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Creates the clock. While `isBusy` returns true, the backend gets further turns before time moves. */
export function createVirtualTime(isBusy: () => boolean): VirtualTime {
  const queue = new Queue()
  let current = beginning
  let stood = 0
  let turns = 0
  let steps = 0

  const settle = async () => {
    for (let turn = 0; turn < 10_000; turn++) {
      await turnOfTheLoop()
      if (!isBusy()) return
    }
    throw new Error('the backend waits for something that virtual time does not give')
  }

  const time: VirtualTime = {
    now: () => current,
    schedule(delay, callback) {
      const at = current + Math.max(0, Number.isFinite(delay) ? delay : 0)
      const item: Scheduled = { at, turn: turns++, callback, isCancelled: false }
      queue.push(item)
      return {
        cancel: () => {
          item.isCancelled = true
        },
      }
    },
    async step() {
      let next = queue.pop()
      while (next?.isCancelled) next = queue.pop()
      if (!next) return false
      if (++steps > stepLimit) throw new Error(`more than ${stepLimit} steps: the world runs in circles`)
      current = Math.max(current, next.at)
      next.callback()
      await settle()
      return true
    },
    async runUntil(moment) {
      for (;;) {
        const next = queue.peek()
        if (next?.isCancelled) queue.pop()
        else if (next && next.at <= moment) await time.step()
        else break
      }
      current = Math.max(current, moment)
    },
    async runWhile(isWaiting, duration) {
      const limit = current + duration
      await settle()
      while (isWaiting()) {
        const next = queue.peek()
        if (next?.isCancelled) queue.pop()
        else if (next && next.at <= limit) await time.step()
        else return false
      }
      return true
    },
    settle,
    standStill(duration) {
      current += duration
      stood += duration
    },
    stoodStill: () => stood,
    activeTime: () => current - stood,
    steps: () => steps,
  }
  return time
}
