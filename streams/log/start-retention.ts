import {
  firstRetention,
  type RetentionTimes,
  retentionInterval,
  retentionTimes,
} from '#domain/retention/retention-times.ts'
import { getServiceSettings } from '../api/system.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock, ReportPort, TimerHandle } from '../ports.ts'
import type { AccountLog } from './account-log.ts'

/** Figures to go by instead of the server's and the usual ones, ms; for simulations, in which days would be too long. */
export interface RetentionPlan {
  readonly times: RetentionTimes
  readonly interval: number
}

interface RetentionParts {
  readonly log: Pick<AccountLog, 'retain'>
  readonly caller: Caller
  readonly serverTime: Pick<ServerTime, 'isTrusted'>
  readonly clock: Clock
  readonly report: ReportPort
  readonly signal: AbortSignal
  readonly plan?: RetentionPlan | undefined
}

/**
 * Has the log let go of what is too old: soon after this tab began to lead, and then every hour. On a clock that is only
 * guessed it waits, for that one may be days ahead. Ends with the signal.
 */
export function startRetention(parts: RetentionParts): void {
  const { clock, log, serverTime, report, signal, plan } = parts
  const interval = plan?.interval ?? retentionInterval
  let timer: TimerHandle | undefined

  const retain = async () => {
    const times = plan?.times ?? (await timesOfServer(parts))
    if (!signal.aborted) await log.retain(times)
  }

  const turn = () => {
    timer = undefined
    if (!serverTime.isTrusted()) return wind(firstRetention)
    retain()
      .catch((cause: unknown) => {
        if (!signal.aborted)
          report.fault({ kind: 'log.retention', detail: 'what is too old could not go', cause })
      })
      .finally(() => wind(interval))
  }

  function wind(delay: number): void {
    if (!signal.aborted) timer = clock.setTimeout(turn, delay)
  }

  wind(plan?.interval ?? firstRetention)
  signal.addEventListener('abort', () => timer && clock.clearTimeout(timer), { once: true })
}

/** The server's figure, or the usual one while it gives none [STORE-06] (DEC-90). */
async function timesOfServer({ caller, signal }: RetentionParts): Promise<RetentionTimes> {
  const result = await getServiceSettings(caller, { signal })
  return retentionTimes(result.isOk ? result.data.retentionDays : undefined)
}
