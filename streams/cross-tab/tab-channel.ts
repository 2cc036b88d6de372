import { Observable, Subject } from 'rxjs'
import {
  readTabMessage,
  type TabMessage,
  tabIdLength,
  type UnsignedTabMessage,
} from '#schemas/cross-tab/tab-message.ts'
import { randomText } from '../clock/random-text.ts'
import type { ChannelPort, Clock, Random, ReportPort } from '../ports.ts'

/** Validated messages between the tabs of one origin [XTAB-01 XTAB-03 XTAB-04]. */
export interface TabChannel {
  /** Valid messages of other tabs. Invalid ones are reported and dropped. */
  readonly messages$: Observable<TabMessage>
  post(message: UnsignedTabMessage): void
}

export function createTabChannel(channel: ChannelPort, random: Random, report: ReportPort): TabChannel {
  const tab = randomText(random, tabIdLength)
  const received$ = new Subject<TabMessage>()
  const handle = (value: unknown): void => {
    const reading = readTabMessage(value)
    if (reading.kind === 'message') received$.next(reading.message)
    if (reading.kind === 'invalid') report.fault({ kind: 'cross-tab message', detail: reading.detail })
  }
  return {
    messages$: whileObserved(received$, () => channel.subscribe(handle)),
    // The signature is the only missing field, so that this is a whole message.
    post: (message) => channel.post({ ...message, tab } as TabMessage),
  }
}

/**
 * Emits the subject's values while there are observers. Replaces `share`, which would add its dependencies to the
 * bundle.
 */
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

/** How long to collect replies of other tabs [XTAB-02], ms. */
export const tabReplyTimeLimit = 15_000

/**
 * Sends a question to the other tabs on subscription and emits each reply. Completes after 15 s, because any number
 * of tabs may reply, or none.
 */
export const askTabs = <Reply extends TabMessage>(
  { tabs, clock }: { readonly tabs: TabChannel; readonly clock: Clock },
  question: UnsignedTabMessage,
  isReply: (message: TabMessage) => message is Reply,
): Observable<Reply> =>
  new Observable<Reply>((subscriber) => {
    const listening = tabs.messages$.subscribe((message) => {
      if (isReply(message)) subscriber.next(message)
    })
    const timer = clock.setTimeout(() => subscriber.complete(), tabReplyTimeLimit)
    tabs.post(question)
    return () => {
      listening.unsubscribe()
      clock.clearTimeout(timer)
    }
  })
