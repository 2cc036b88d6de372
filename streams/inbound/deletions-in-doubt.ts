import { filter, type Observable } from 'rxjs'
import { heardBefore } from '#domain/conversation/conversation-projection.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '../log/account-log.ts'

type KnownLog = Pick<AccountLog, 'appended$' | 'knowledge'>

/** What was appended with answers to messages that the server took before deletions heard of already: one may be theirs. */
export const answersInDoubt = (log: KnownLog): Observable<readonly LogEvent[]> =>
  log.appended$.pipe(filter((events) => events.some((event) => isInDoubt(event, log))))

function isInDoubt(event: LogEvent, log: KnownLog): boolean {
  if (event.type !== 'MessageAcknowledged' || event.stream === 'account') return false
  return log.knowledge(event.stream)?.deletionsHeardThrough === heardBefore(event.data.sentAt)
}
