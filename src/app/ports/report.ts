import type { ReportPort } from '#streams/ports.ts'

export interface Fault {
  readonly kind: string
  readonly detail: string
  /** Wall clock, ms. */
  readonly at: number
}

/** More faults than this push out the oldest. */
const mostKept = 200

export interface FaultRing extends ReportPort {
  /** Oldest first. */
  list(): readonly Fault[]
}

/**
 * Keeps the last faults in memory for the diagnostics; nothing leaves the page.
 * Calls `onBrokenStorage` for the fault that only a browser restart fixes [ERR-08].
 */
export const createFaultRing = (
  now: () => number,
  onBrokenStorage: () => void = () => undefined,
): FaultRing => {
  const faults: Fault[] = []
  return {
    fault: ({ kind, detail, cause }) => {
      faults.push({ kind, detail, at: now() })
      if (faults.length > mostKept) faults.shift()
      if (isBrokenStorage(cause)) onBrokenStorage()
    },
    list: () => [...faults],
  }
}

/** Browsers call it 'UnknownError' when their database is broken; libraries wrap it in errors of their own. */
const isBrokenStorage = (cause: unknown): boolean => {
  if (typeof cause !== 'object' || cause === null) return false
  if ('name' in cause && cause.name === 'UnknownError') return true
  return [Reflect.get(cause, 'cause'), Reflect.get(cause, 'inner')].some(isBrokenStorage)
}
