import type { Ports } from '../ports.ts'
import { StorageClosed } from '../storage/storage-error.ts'

/** Waits before the second and later tries, ms; the last one repeats for whoever is patient. */
const delays = [50, 250, 1000] as const

type RetryPorts = Pick<Ports, 'clock' | 'report'>

/**
 * Tries up to three times; a storage that rejects has changed nothing, so repeating is safe. Reports and rejects at last; at
 * once and without a report where the storage was let go.
 */
export async function withRetries<Value>(
  ports: RetryPorts,
  kind: string,
  task: () => Promise<Value>,
): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await task()
    } catch (cause) {
      if (cause instanceof StorageClosed) throw cause
      const delay = tries < 2 ? delays[tries] : undefined
      if (delay === undefined) {
        ports.report.fault({ kind, detail: 'the storage refused three times', cause })
        throw cause
      }
      await wait(ports, delay)
    }
  }
}

/** Tries until it works or `isOver`, which hears what went wrong; reports the first failure. */
export async function patiently<Value>(
  ports: RetryPorts,
  kind: string,
  task: () => Promise<Value>,
  isOver: (cause: unknown) => boolean,
): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await task()
    } catch (cause) {
      if (tries === 0) ports.report.fault({ kind, detail: 'the storage refused; trying on', cause })
      if (isOver(cause)) throw cause
      await wait(ports, delays[Math.min(tries, delays.length - 1)] ?? 1000)
    }
  }
}

const wait = (ports: RetryPorts, delay: number): Promise<void> =>
  new Promise((resolve) => {
    ports.clock.setTimeout(resolve, delay)
  })
