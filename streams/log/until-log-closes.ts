import { type MonoTypeOperatorFunction, Observable, takeUntil } from 'rxjs'
import type { AccountLog } from './account-log.ts'

/** Passes values on until the account's log closes. Then it completes, which ends the subscription. */
export const untilLogCloses = <Value>({
  appended$,
}: Pick<AccountLog, 'appended$'>): MonoTypeOperatorFunction<Value> =>
  takeUntil(new Observable<void>((closed) => appended$.subscribe({ complete: () => closed.next() })))
