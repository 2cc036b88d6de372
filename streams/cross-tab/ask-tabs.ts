import { Observable } from 'rxjs'
import type { TabMessage, UnsignedTabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { Clock } from '../ports.ts'
import type { TabChannel } from './tab-channel.ts'

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
