import type { Clock, TimerHandle } from '#streams/ports.ts'

interface Timer {
  readonly at: number
  readonly order: number
  callback(): void
}

/** Settles every promise that needs no time. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that the test advances. Timers run in order, each after the promises before it have settled. */
export class SimulatedClock implements Clock {
  private elapsed = 0
  private order = 0
  private wall: number
  private readonly timers = new Set<Timer>()

  constructor(wall = Date.UTC(2026, 10, 2, 12)) {
    this.wall = wall
  }

  now = (): number => this.wall + this.elapsed
  monotonic = (): number => this.elapsed

  setTimeout = (callback: () => void, delay: number): TimerHandle => {
    const timer: Timer = { at: this.elapsed + Math.max(0, delay), order: this.order++, callback }
    this.timers.add(timer)
    return { timer }
  }

  clearTimeout = (handle: TimerHandle): void => {
    // Only the method above makes handles.
    this.timers.delete(handle.timer as Timer)
  }

  /** Changes the wall clock; the monotonic one does not move. */
  turnWallClock(by: number): void {
    this.wall += by
  }

  /** Advances time without running due timers, as on a device that slept; then runs them. */
  async sleepFor(duration: number): Promise<void> {
    this.elapsed += duration
    await this.advance(0)
  }

  async advance(duration: number): Promise<void> {
    const end = this.elapsed + duration
    await settle()
    for (let next = this.nextBefore(end); next; next = this.nextBefore(end)) {
      this.timers.delete(next)
      this.elapsed = Math.max(this.elapsed, next.at)
      next.callback()
      await settle()
    }
    this.elapsed = end
  }

  private nextBefore(end: number): Timer | undefined {
    return [...this.timers]
      .filter((timer) => timer.at <= end)
      .sort((left, right) => left.at - right.at || left.order - right.order)[0]
  }
}
