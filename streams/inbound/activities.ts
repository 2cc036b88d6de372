import type { ActivePerson, TypingPeople } from '#domain/conversation/typing.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { ActivityChange } from '#schemas/translate/frame-effects.ts'
import type { TabChannel } from '../cross-tab/tab-channel.ts'
import type { AccountLog } from '../log/account-log.ts'
import { untilLogCloses } from '../log/until-log-closes.ts'
import { onceLoaded } from '../once-loaded.ts'
import type { Clock } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'

/** Who types or records, in memory only. */
export interface Activities {
  readonly people: Readable<TypingPeople>
  /** Shows a change in this tab and in the others. */
  announce(change: ActivityChange): void
}

interface ActivityServices {
  readonly userId: UserId
  readonly tabs: TabChannel
  readonly log: Pick<AccountLog, 'appended$'>
  readonly clock: Clock
}

/** Creates the activities of an account. The code that ends them is loaded with the first one. */
export function createActivities({ userId, tabs, log, clock }: ActivityServices): Activities {
  const people = createWritable<TypingPeople>(new Map<ConversationId, readonly ActivePerson[]>())
  const load = onceLoaded(async () =>
    (await import('./active-people.ts')).showActivePeople({ people, log, clock }),
  )
  const take = async (change: ActivityChange) => {
    // Without its code nothing is shown, and the next frame tries again.
    const show = await load().catch(() => undefined)
    show?.(change)
  }
  tabs.messages$.pipe(untilLogCloses(log)).subscribe((message) => {
    if (message.type === 'typing' && message.account === userId)
      void take({ ...message, activity: message.activity })
  })
  return {
    people,
    announce(change) {
      void take(change)
      const { activity, ...rest } = change
      tabs.post({ type: 'typing', account: userId, ...rest, ...(activity && { activity }) })
    },
  }
}
