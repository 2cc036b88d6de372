import { Observable, share } from 'rxjs'
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
  const messages$ = new Observable<TabMessage>((subscriber) =>
    channel.subscribe((value) => {
      const reading = readTabMessage(value)
      if (reading.kind === 'message') subscriber.next(reading.message)
      if (reading.kind === 'invalid') report.fault({ kind: 'cross-tab message', detail: reading.detail })
    }),
  )
  return {
    messages$: messages$.pipe(share()),
    // Signing adds the one field that was left out, so this is the whole message again.
    post: (message) => channel.post({ ...message, tab } as TabMessage),
  }
}
