import type { Clock, ReportPort } from '../ports.ts'

const minute = 60_000

/**
 * Reports each kind of fault at most once a minute, so that a series of invalid frames causes one report (DEC-126).
 */
export function limitReports(report: ReportPort, clock: Clock): ReportPort {
  const reportedAt = new Map<string, number>()
  return {
    fault(fault) {
      const last = reportedAt.get(fault.kind)
      const now = clock.monotonic()
      if (last !== undefined && now - last < minute) return
      reportedAt.set(fault.kind, now)
      report.fault(fault)
    },
  }
}
