import type { ReportPort } from '#streams/ports.ts'

export interface Fault {
  readonly kind: string
  readonly detail: string
  /** Wall clock, ms. */
  readonly at: number
}

/** The maximum number of recorded faults. Older ones are dropped. */
const mostFaults = 200

export interface FaultRing extends ReportPort {
  /** Oldest first. */
  list(): readonly Fault[]
}

/**
 * Keeps the last faults in memory for the diagnostics. Nothing leaves the page. Calls `onBrokenStorage` for the fault
 * that only a restart of the browser fixes [ERR-08].
 */
export const createFaultRing = (
  now: () => number,
  onBrokenStorage: () => void = () => undefined,
): FaultRing => {
  const faults: Fault[] = []
  return {
    fault: ({ kind, detail, cause }) => {
      faults.push({ kind, detail, at: now() })
      if (faults.length > mostFaults) faults.shift()
      if (isBrokenStorage(cause)) onBrokenStorage()
    },
    list: () => [...faults],
  }
}

/** Browsers report a broken database as 'UnknownError', which libraries wrap in their own errors. */
const isBrokenStorage = (cause: unknown): boolean => {
  if (typeof cause !== 'object' || cause === null) return false
  if ('name' in cause && cause.name === 'UnknownError') return true
  return [Reflect.get(cause, 'cause'), Reflect.get(cause, 'inner')].some(isBrokenStorage)
}
