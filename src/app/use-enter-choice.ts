import { type FrameMode, useFrameMode } from '#src/ui/frame-mode.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useApp, usePreferences } from './app-context.ts'
import { useMedia } from './use-media.ts'

export interface EnterFacts {
  readonly frame: FrameMode
  readonly isEmbedded: boolean
  /** Whether the opening link has fixed that Enter sends [SET-19]. */
  readonly isFixed: boolean
  /** The user's choice; undefined without one. */
  readonly chosen: boolean | undefined
  readonly hasFinePointer: boolean
}

/** Decides what Enter does in the composer, and whether the user's choice has any effect (DEC-105). */
export const decideEnter = ({ frame, isEmbedded, isFixed, chosen, hasFinePointer }: EnterFacts) => {
  const isAlwaysSending = frame === 'full' || isEmbedded
  return {
    doesSend: isAlwaysSending || isFixed || (chosen ?? hasFinePointer),
    hasChoice: !isAlwaysSending,
  }
}

/** Returns what Enter does in the composer, whether the user may choose, and whether a link has fixed it. */
export const useEnterChoice = () => {
  const { embeddedIn, isEnterFixed } = useReadable(useApp().host)
  const [{ isEnterSubmit: chosen }] = usePreferences()
  const frame = useFrameMode()
  const hasFinePointer = useMedia('(pointer: fine)')
  const isEmbedded = embeddedIn !== undefined
  return {
    ...decideEnter({ frame, isEmbedded, isFixed: isEnterFixed, chosen, hasFinePointer }),
    isFixed: isEnterFixed,
  }
}
