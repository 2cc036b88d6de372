import type { Clock } from '#streams/ports.ts'

/** The device's clocks and timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, delay) => ({ timer: setTimeout(callback, delay) }),
  // `setTimeout` above is the only maker of handles, so its timer is what the browser gave.
  clearTimeout: ({ timer }) => clearTimeout(timer as ReturnType<typeof setTimeout>),
}
