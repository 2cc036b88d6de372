import type { FrameMode } from '#src/ui/frame-mode.ts'
import { readFrameMode } from './frame-decision.ts'

/** What the link that opened this tab said of its surroundings; it holds for the tab, across reloads (DEC-38). */
export interface Host {
  /** The app that embeds this page; undefined in a plain tab. */
  readonly embeddedIn: string | undefined
  readonly frame: FrameMode | undefined
}

const embeddedKey = 'chat-host-app'
const frameKey = 'chat-host-frame'

/** Reads the tab's host back. */
export const readHost = (storage: Pick<Storage, 'getItem'>): Host => ({
  embeddedIn: storage.getItem(embeddedKey) ?? undefined,
  frame: readFrameMode(storage.getItem(frameKey) ?? undefined),
})

/** Keeps what an opening link says; what it does not say stays as it was. */
export const keepHost = (storage: Pick<Storage, 'setItem'>, host: Partial<Host>): void => {
  if (host.embeddedIn !== undefined) storage.setItem(embeddedKey, host.embeddedIn)
  if (host.frame !== undefined) storage.setItem(frameKey, host.frame)
}
