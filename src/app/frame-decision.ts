import type { FrameMode } from '#src/ui/frame-mode.ts'
import { oneOf } from './one-of.ts'
import type { DisplayMode } from './preferences.ts'

/** A viewport wider than this is desktop, CSS px [LAYOUT-01]. */
export const desktopAbove = 900

export interface FrameFacts {
  readonly isWide: boolean
  readonly isEmbedded: boolean
  /** From the opening link's `layout` query [LAYOUT-12]. */
  readonly requested: FrameMode | undefined
  readonly displayMode: DisplayMode
}

/**
 * Selects the frame: by the link's query, then mini if embedded, then by the user's setting, then by the width
 * (DEC-40) [LAYOUT-02].
 */
export const decideFrame = ({ isWide, isEmbedded, requested, displayMode }: FrameFacts): FrameMode => {
  if (requested !== undefined) return requested
  if (isEmbedded) return 'mini'
  if (displayMode !== 'automatic') return displayMode === 'desktop' ? 'full' : 'compact'
  return isWide ? 'full' : 'compact'
}

/** Parses the `layout` query; undefined for an unknown frame. */
export const readFrameMode = (value: string | undefined): FrameMode | undefined =>
  oneOf(['mini', 'compact', 'full'], value)
