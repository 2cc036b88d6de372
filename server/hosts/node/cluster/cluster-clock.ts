/** The local clock and timers of a node. Times that nodes compare come from the clock of the database. */
export interface ClusterClock {
  /** Milliseconds since an arbitrary start. Never goes back. */
  monotonic(): number
  /** Calls back once after `delay` ms. Returns a function that cancels it. */
  after(delay: number, callback: () => void): () => void
  /** Calls back every `interval` ms. Does not keep the process alive. Returns a function that cancels it. */
  every(interval: number, callback: () => void): () => void
}

/** The clock and timers of the operating system. */
export const machineClock: ClusterClock = {
  monotonic: () => performance.now(),
  after(delay, callback) {
    const timer = setTimeout(callback, delay)
    return () => clearTimeout(timer)
  },
  every(interval, callback) {
    const timer = setInterval(callback, interval).unref()
    return () => clearInterval(timer)
  },
}
