import { filter, from, mergeMap, type Observable } from 'rxjs'
import { heardBefore } from '#domain/synchronisation/deletions-in-doubt.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '../log/account-log.ts'

type KnownLog = Pick<AccountLog, 'appended$' | 'knowledge'>

/** Answers to messages that the server took before deletions which were heard of already: one of those may be theirs. */
export const answersInDoubt = (log: KnownLog): Observable<LogEvent> =>
  log.appended$.pipe(
    mergeMap((events) => from(events)),
    filter((event) => isInDoubt(event, log)),
  )

function isInDoubt(event: LogEvent, log: KnownLog): boolean {
  if (event.type !== 'MessageAcknowledged' || event.stream === 'account') return false
  return log.knowledge(event.stream)?.deletionsHeardThrough === heardBefore(event.data.sentAt)
}
