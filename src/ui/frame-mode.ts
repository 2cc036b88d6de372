import { createContext, type ReactNode, use } from 'react'

/**
 * full: rail, list, conversation and panels side by side; compact: one pane at a time with a bottom bar;
 * mini: compact without that bar, for embedded use [LAYOUT-02 DEC-40].
 */
export type FrameMode = 'full' | 'compact' | 'mini'

export const FrameModeContext = createContext<FrameMode>('full')

/** Returns the current frame mode. */
export const useFrameMode = (): FrameMode => use(FrameModeContext)

/** Where the panels of a part of the full frame are shown. */
export type PanelPlace = Nesting &
  (
    | { readonly kind: 'over' | 'detail-pane' }
    | {
        readonly kind: 'column'
        /** CSS px. */
        readonly width: number
        /** The handle that changes the width. */
        readonly edge: ReactNode
      }
  )

interface Nesting {
  /** Whether the panel was opened from another one. */
  readonly isNested?: boolean
  /** Leaves the panel and those that it was opened from. */
  readonly leaveAll?: () => void
}

/** Undefined where panels overlay the whole app. */
export const PanelPlaceContext = createContext<PanelPlace | undefined>(undefined)
