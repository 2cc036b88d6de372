import { concatMap, expand, of } from 'rxjs'
import {
  firstRetention,
  type RetentionTimes,
  retentionInterval,
  retentionTimes,
} from '#domain/retention/retention-times.ts'
import { getServiceSettings } from '../api/service-settings.ts'
import type { ServerTime } from '../clock/server-time.ts'
import { delayBy } from '../clock/timing.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock, ReportPort } from '../ports.ts'
import type { AccountLog } from './account-log.ts'

/** Replaces the server's and the default times, ms, in simulations, where days would be too long. */
export interface RetentionPlan {
  readonly times: RetentionTimes
  readonly interval: number
}

interface RetentionServices {
  readonly log: Pick<AccountLog, 'retain'>
  readonly caller: Caller
  readonly serverTime: Pick<ServerTime, 'isTrusted'>
  readonly clock: Clock
  readonly report: ReportPort
  readonly signal: AbortSignal
  readonly plan?: RetentionPlan | undefined
}

/**
 * Removes old data from the log soon after this tab became the leader, and then every hour. Waits while server time is
 * not trusted, because the device's clock may be days ahead. Ends with the signal.
 */
export function startRetention(services: RetentionServices): void {
  const { clock, log, serverTime, report, signal, plan } = services
  const interval = plan?.interval ?? retentionInterval

  const retain = async () => {
    const times = plan?.times ?? (await timesOfServer(services))
    if (!signal.aborted) await log.retain(times)
  }

  /** Returns the delay until the next run, ms. */
  const run = async (): Promise<number> => {
    if (!serverTime.isTrusted()) return firstRetention
    await retain().catch((cause: unknown) => {
      if (!signal.aborted)
        report.fault({ kind: 'log.retention', detail: 'old data could not be removed', cause })
    })
    return interval
  }

  const running = of(plan?.interval ?? firstRetention)
    .pipe(expand((delay) => delayBy(clock, delay).pipe(concatMap(run))))
    .subscribe()
  signal.addEventListener('abort', () => running.unsubscribe(), { once: true })
}

/** The times that the server's settings name, or the defaults [STORE-06] (DEC-90). */
async function timesOfServer({ caller, signal }: RetentionServices): Promise<RetentionTimes> {
  const result = await getServiceSettings(caller, { signal })
  return retentionTimes(result.isOk ? result.data.retentionDays : undefined)
}
