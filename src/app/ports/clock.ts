import type { Clock } from '#streams/ports.ts'

/** The device's clocks and timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, delay) => ({ timer: setTimeout(callback, delay) }),
  // Handles come from `setTimeout` above only, so the timer is the browser's.
  clearTimeout: ({ timer }) => clearTimeout(timer as ReturnType<typeof setTimeout>),
}
