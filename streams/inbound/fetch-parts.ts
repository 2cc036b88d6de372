import type { ServerTime } from '../clock/server-time.ts'
import type { Caller } from '../http/caller.ts'
import type { AccountLog } from '../log/account-log.ts'

/** What fetching from the server into the log needs. */
export interface FetchParts {
  readonly caller: Caller
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly signal: AbortSignal
}
