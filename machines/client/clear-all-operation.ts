import { firstValueFrom } from 'rxjs'
import type { Outcome } from '#domain/commands/command.ts'
import { refusedBecause, succeeded } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { UserId } from '#schemas/ids.ts'
import { askTabs } from '#streams/cross-tab/ask-tabs.ts'
import type { Ports } from '#streams/ports.ts'

/** What a person is told when it worked [SET-10]. */
export interface AllCleared {
  readonly key: 'messaging-settings.success'
}
const cleared: AllCleared = { key: 'messaging-settings.success' }

/** What it works on. */
type ClearingCore = Pick<AccountCore, 'log' | 'tabs' | 'userId'> & { readonly ports: Pick<Ports, 'clock'> }

type Reply = Extract<
  TabMessage,
  { type: 'clear-all-device-session-success' | 'clear-all-device-session-failed' }
>

const isReplyTo =
  (user: UserId) =>
  (message: TabMessage): message is Reply =>
    (message.type === 'clear-all-device-session-success' ||
      message.type === 'clear-all-device-session-failed') &&
    message.userId === user

/**
 * Clears all messages of this account on this device, done by the tab that leads (DEC-173) [SET-10 XTAB-06]. Refuses when it
 * could not be stored, or nobody answered within 15 s [XTAB-02].
 */
export const createClearAllOperation = (core: ClearingCore) => async (): Promise<Outcome<AllCleared>> => {
  const isCleared = core.log.isLeading() ? await clearHere(core) : await askLeader(core)
  return isCleared ? succeeded(cleared) : refusedBecause({ key: 'messaging-settings.failed' })
}

const clearHere = async ({ log }: ClearingCore): Promise<boolean> =>
  (await log.dispatch({ type: 'ClearAllConversations' })).isOk

async function askLeader({ ports: { clock }, tabs, userId }: ClearingCore): Promise<boolean> {
  const wish = { type: 'clear-all-device-session', userId, askedAt: clock.now() } as const
  const replies$ = askTabs({ tabs, clock }, wish, isReplyTo(userId))
  const reply = await firstValueFrom(replies$, { defaultValue: undefined })
  return reply?.type === 'clear-all-device-session-success'
}
