import type { AccountCore } from '#machines/account/account-core.ts'
import type { Lookup } from '#streams/lookups/lookup-cache.ts'

export type TabsCore = Pick<AccountCore, 'tabs' | 'userId'> & {
  readonly log: Pick<AccountCore['log'], 'appended$'>
}

/**
 * Reloads a look-up of this account whenever another tab announces a change, until the log closes.
 * @returns a function that reloads it here and announces a change by this tab
 */
export function syncLookupAcrossTabs(
  { tabs, userId, log }: TabsCore,
  type: 'update-collection' | 'update-stickers' | 'update-tags',
  lookup: Lookup<unknown>,
): () => void {
  const listening = tabs.messages$.subscribe((message) => {
    if (message.type === type && message.account === userId) lookup.reload()
  })
  log.appended$.subscribe({ complete: () => listening.unsubscribe() })
  return () => {
    lookup.reload()
    tabs.post({ type, account: userId })
  }
}
