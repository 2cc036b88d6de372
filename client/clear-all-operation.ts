import { filter, firstValueFrom, take } from 'rxjs'
import type { Outcome } from '#domain/commands/command.ts'
import { refusedBecause, succeeded } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { UserId } from '#schemas/ids.ts'
import { randomText } from '#streams/clock/random-text.ts'
import { askTabs } from '#streams/cross-tab/ask-tabs.ts'
import type { Ports } from '#streams/ports.ts'

/** What a person is told when it worked [SET-10]. */
export interface AllCleared {
  readonly key: 'messaging-settings.success'
}
const cleared: AllCleared = { key: 'messaging-settings.success' }

/** What it works on. */
type ClearingCore = Pick<AccountCore, 'log' | 'notify' | 'tabs' | 'userId'> & {
  readonly ports: Pick<Ports, 'clock' | 'random'>
}

/** The name of a wish has so many characters. */
const wishLength = 12

type Reply = Extract<
  TabMessage,
  { type: 'clear-all-device-session-success' | 'clear-all-device-session-failed' }
>

const isReplyTo =
  (user: UserId, wish: string) =>
  (message: TabMessage): message is Reply =>
    (message.type === 'clear-all-device-session-success' ||
      message.type === 'clear-all-device-session-failed') &&
    message.userId === user &&
    message.wish === wish

/**
 * Clears all messages of this account on this device, done by the tab that leads (DEC-173) [SET-10 XTAB-06]. Refuses when it
 * could not be stored, or nobody answered within 15 s [XTAB-02]; should it work after that, a notice says so.
 */
export const createClearAllOperation = (core: ClearingCore) => async (): Promise<Outcome<AllCleared>> => {
  const isCleared = core.log.isLeading() ? await clearHere(core) : await askLeader(core)
  return isCleared ? succeeded(cleared) : refusedBecause({ key: 'messaging-settings.failed' })
}

const clearHere = async ({ log }: ClearingCore): Promise<boolean> =>
  (await log.dispatch({ type: 'ClearAllConversations' })).isOk

async function askLeader(core: ClearingCore): Promise<boolean> {
  const { clock, random } = core.ports
  const { tabs, userId } = core
  const wish = randomText(random, wishLength)
  const question = { type: 'clear-all-device-session', userId, wish, askedAt: clock.now() } as const
  const replies$ = askTabs({ tabs, clock }, question, isReplyTo(userId, wish))
  const reply = await firstValueFrom(replies$, { defaultValue: undefined })
  if (!reply) tellLateSuccess(core, wish)
  return reply !== undefined && isSuccess(reply)
}

const isSuccess = ({ type }: Reply): boolean => type === 'clear-all-device-session-success'

/** The tab that leads may have begun all the same: then what this person was told is put right. */
function tellLateSuccess({ log, notify, tabs, userId }: ClearingCore, wish: string): void {
  const listening = tabs.messages$.pipe(filter(isReplyTo(userId, wish)), take(1)).subscribe((reply) => {
    if (isSuccess(reply)) notify({ kind: 'success', ...cleared })
  })
  // The log completes when it closes.
  log.appended$.subscribe({ complete: () => listening.unsubscribe() })
}
