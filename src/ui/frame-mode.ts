import { createContext, use } from 'react'

/**
 * full: rail, list, conversation and panels side by side; compact: one pane at a time with a bottom bar;
 * mini: compact without that bar, for embedded use [LAYOUT-02 DEC-40].
 */
export type FrameMode = 'full' | 'compact' | 'mini'

export const FrameModeContext = createContext<FrameMode>('full')

/** Returns the current frame mode. */
export const useFrameMode = (): FrameMode => use(FrameModeContext)
