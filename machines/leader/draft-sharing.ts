import type { Subscription } from 'rxjs'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { isDraftFrame } from '#schemas/translate/frame-effects.ts'
import { onceLoaded } from '#streams/once-loaded.ts'

/** The drafts that this account's devices share (docs/extensions.md). */
export interface DraftSharing {
  readonly subscription: Subscription
  /** Takes the drafts that a list names; throws CallFailed if the server cannot be reached. */
  takeListed(listed: readonly ListedConversation[], signal: AbortSignal): Promise<void>
}

/** Loads the code that shares drafts once a list or a frame says that the server has drafts. */
export function startSharingDrafts(core: AccountCore, signal: AbortSignal): DraftSharing {
  const loadDrafts = onceLoaded(async () =>
    (await import('#streams/outbound/shared-drafts.ts')).createSharedDrafts({
      ...core,
      ...core.ports,
      signal,
    }),
  )
  // Without its code, and after the end, nothing is shared. The next list tries again.
  const load = () => loadDrafts().catch(() => undefined)
  return {
    subscription: core.link.frames$.subscribe(
      (frame) => isDraftFrame(frame) && void load().then((drafts) => drafts?.take(frame)),
    ),
    async takeListed(listed, abortSignal) {
      if (listed.some(({ draft }) => draft)) await (await load())?.takeListed(listed, abortSignal)
    },
  }
}
