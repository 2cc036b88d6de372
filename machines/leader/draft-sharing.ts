import type { Subscription } from 'rxjs'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { isDraftFrame } from '#schemas/translate/frame-effects.ts'
import type { SharedDrafts } from '#streams/outbound/shared-drafts.ts'

/** The drafts that this account's devices share (docs/extensions.md). */
export interface DraftSharing {
  readonly subscription: Subscription
  /** Takes the drafts that a list names; throws CallFailed. */
  takeListed(listed: readonly ListedConversation[], signal: AbortSignal): Promise<void>
}

/** Loads the code that shares drafts once a list or a frame says that the server has drafts. */
export function startSharingDrafts(core: AccountCore, signal: AbortSignal): DraftSharing {
  let loading: Promise<SharedDrafts | undefined> | undefined
  const load = () => {
    loading ??= import('#streams/outbound/shared-drafts.ts').then(
      ({ createSharedDrafts }) => createSharedDrafts({ ...core, ...core.ports, signal }),
      () => {
        // Without its code nothing is shared, and the next list tries again.
        loading = undefined
        return undefined
      },
    )
    return loading
  }
  return {
    subscription: core.link.frames$.subscribe(
      (frame) => isDraftFrame(frame) && void load().then((drafts) => drafts?.take(frame)),
    ),
    async takeListed(listed, fetching) {
      if (listed.some(({ draft }) => draft)) await (await load())?.takeListed(listed, fetching)
    },
  }
}
