import type { ConversationKind } from '#schemas/ids.ts'
import { paths } from '#src/routes/route-table.ts'
import type { FrameMode } from '#src/ui/frame-mode.ts'

/** What follows when a conversation cannot be shown any more. */
export type Leaving = { readonly kind: 'go'; readonly to: string } | { readonly kind: 'tell-host' }

/**
 * From a group that was left or disbanded to the messages, in the mini frame to the groups [SESS-53]; from an unavailable
 * session to the messages too, but the app that embeds this page is told instead and decides itself [SESS-50].
 */
export function leavingOf(kind: ConversationKind, frame: FrameMode, isEmbedded: boolean): Leaving {
  if (kind === 'group') return { kind: 'go', to: frame === 'mini' ? paths.groups : paths.messages }
  return isEmbedded ? { kind: 'tell-host' } : { kind: 'go', to: paths.messages }
}
