/** The time of a node. The database has a clock of its own, which all nodes share. */
export interface ClusterClock {
  /** Milliseconds since an arbitrary start. Never goes back. */
  monotonic(): number
  /** Calls back once after `delay` ms. Returns a function that prevents it. */
  after(delay: number, callback: () => void): () => void
  /** Calls back every `interval` ms. Does not keep the process alive. Returns a function that ends it. */
  every(interval: number, callback: () => void): () => void
}

/** The clock and timers of the machine. */
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
