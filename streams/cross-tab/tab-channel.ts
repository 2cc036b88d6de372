import { Observable, Subject } from 'rxjs'
import {
  readTabMessage,
  type TabMessage,
  tabIdLength,
  type UnsignedTabMessage,
} from '#schemas/cross-tab/tab-message.ts'
import { randomText } from '../clock/random-text.ts'
import type { ChannelPort, Random, ReportPort } from '../ports.ts'

/** What tabs of one origin tell each other, checked [XTAB-01 XTAB-03 XTAB-04]. */
export interface TabChannel {
  /** Messages of other tabs that fit their schema; the others are reported and dropped. */
  readonly messages$: Observable<TabMessage>
  post(message: UnsignedTabMessage): void
}

export function createTabChannel(channel: ChannelPort, random: Random, report: ReportPort): TabChannel {
  const tab = randomText(random, tabIdLength)
  const heard$ = new Subject<TabMessage>()
  const hear = (value: unknown): void => {
    const reading = readTabMessage(value)
    if (reading.kind === 'message') heard$.next(reading.message)
    if (reading.kind === 'invalid') report.fault({ kind: 'cross-tab message', detail: reading.detail })
  }
  return {
    messages$: whileObserved(heard$, () => channel.subscribe(hear)),
    // Signing adds the one field that was left out, so this is the whole message again.
    post: (message) => channel.post({ ...message, tab } as TabMessage),
  }
}

/** The subject's values, fed from the first observer to the last. In place of `share`, which brings along all that `from` reads. */
const whileObserved = <Value>(values$: Subject<Value>, feed: () => () => void): Observable<Value> => {
  let observers = 0
  let stop = () => {}
  return new Observable((observer) => {
    const subscription = values$.subscribe(observer)
    observers += 1
    if (observers === 1) stop = feed()
    return () => {
      subscription.unsubscribe()
      observers -= 1
      if (observers === 0) stop()
    }
  })
}

/** A channel without other tabs. */
export const silentChannel: ChannelPort = { post: () => undefined, subscribe: () => () => undefined }
