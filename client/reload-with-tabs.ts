import type { AccountCore } from '#machines/account/account-core.ts'
import type { LookupHandle } from '#streams/lookups/lookup-cache.ts'

export type TabsCore = Pick<AccountCore, 'tabs' | 'userId'> & {
  readonly log: Pick<AccountCore['log'], 'appended$'>
}

/**
 * Keeps a look-up of this account the same in all its tabs: asks anew when another tab says that it changed it.
 * @returns what to call when this tab has changed it
 */
export function reloadWithTabs(
  { tabs, userId, log }: TabsCore,
  type: 'update-collection' | 'update-stickers' | 'update-tags',
  lookup: LookupHandle<unknown>,
): () => void {
  const listening = tabs.messages$.subscribe((message) => {
    if (message.type === type && message.account === userId) lookup.reload()
  })
  // The log completes when it closes.
  log.appended$.subscribe({ complete: () => listening.unsubscribe() })
  return () => {
    lookup.reload()
    tabs.post({ type, account: userId })
  }
}
