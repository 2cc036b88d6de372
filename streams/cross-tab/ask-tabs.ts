import { Observable } from 'rxjs'
import type { TabMessage, UnsignedTabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { Clock } from '../ports.ts'
import type { TabChannel } from './tab-channel.ts'

/** How long a question to the other tabs waits for replies [XTAB-02], ms. */
export const tabReplyTimeLimit = 15_000

/**
 * Asks the other tabs when it is subscribed to, and gives each reply as it comes; completes after 15 s, for any number of
 * tabs may answer. Nobody may answer at all.
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
