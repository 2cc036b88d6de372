/** What waits for its time. */
interface Scheduled {
  readonly at: number
  /** Breaks ties in the order of scheduling. */
  readonly turn: number
  readonly callback: () => void
  isCancelled: boolean
}
export type ScheduleHandle = { readonly cancel: () => void }

/** The one event queue of a simulated world: all timers, frames, answers and commands of everybody. */
export interface VirtualTime {
  /** True time, ms since 1970. */
  now(): number
  /** Runs the callback after `delay` ms of true time; equal moments run in the order of scheduling. */
  schedule(delay: number, callback: () => void): ScheduleHandle
  /** Moves to the next point in time and runs it, then lets everything that follows from it settle. False when nothing waits. */
  step(): Promise<boolean>
  /** Steps until true time reaches `moment`; throws when more than `limit` steps are needed. */
  runUntil(moment: number): Promise<void>
  /** Steps until the condition holds or `duration` ms have gone by; resolves with whether it holds. */
  runWhile(isWaiting: () => boolean, duration: number): Promise<boolean>
  /** Lets promises settle without moving time. */
  settle(): Promise<void>
  /** Lets everything stand still for `duration` ms; what came due meanwhile runs late, in its order. */
  standStill(duration: number): void
  /** How long everything stood still so far, ms. */
  stoodStill(): number
  steps(): number
}

/** 2026-03-01T00:00:00Z, where every simulated world begins. */
const beginning = Date.UTC(2026, 2, 1)
/** A world that takes more steps than this runs in circles. */
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

/** One turn of the event loop: every promise that can settle by itself has settled after it. */
const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** `isBusy` tells whether the backend is still working; it is then given further turns before time moves. */
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
    steps: () => steps,
  }
  return time
}
