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

/** Keeps the last faults in memory for the diagnostics; nothing leaves the page. */
export const createFaultRing = (now: () => number): FaultRing => {
  const faults: Fault[] = []
  return {
    fault: ({ kind, detail }) => {
      faults.push({ kind, detail, at: now() })
      if (faults.length > mostKept) faults.shift()
    },
    list: () => [...faults],
  }
}
