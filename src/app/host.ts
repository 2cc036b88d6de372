import type { FrameMode } from '#src/ui/frame-mode.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { readFrameMode } from './frame-decision.ts'

/** The host parameters of the link that opened this tab. They apply to the tab, also after reloads (DEC-38). */
export interface Host {
  /** The app that embeds this page; undefined in a plain tab. */
  readonly embeddedIn: string | undefined
  readonly frame: FrameMode | undefined
  /** Whether the link has fixed that Enter sends [SET-19]. */
  readonly isEnterFixed: boolean
}

export interface HostStore extends Readable<Host> {
  /** Stores the parameters of an opening link. Missing ones keep their value. */
  change(host: Partial<Host>): void
}

const embeddedKey = 'chat-host-app'
const frameKey = 'chat-host-frame'
const enterKey = 'chat-host-enter'

/** Creates the host store over the tab's session storage. */
export const createHostStore = (storage: Pick<Storage, 'getItem' | 'setItem'>): HostStore => {
  const source = createWritable<Host>({
    embeddedIn: storage.getItem(embeddedKey) ?? undefined,
    frame: readFrameMode(storage.getItem(frameKey) ?? undefined),
    isEnterFixed: storage.getItem(enterKey) === '1',
  })
  return {
    get: source.get,
    subscribe: source.subscribe,
    change: (host) => {
      source.set({ ...source.get(), ...host })
      if (host.embeddedIn !== undefined) storage.setItem(embeddedKey, host.embeddedIn)
      if (host.frame !== undefined) storage.setItem(frameKey, host.frame)
      if (host.isEnterFixed !== undefined) storage.setItem(enterKey, host.isEnterFixed ? '1' : '0')
    },
  }
}
