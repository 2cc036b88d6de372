import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { isPublicPath, paths, subPaths } from '#src/routes/route-table.ts'
import type { FrameMode } from '#src/ui/frame-mode.ts'
import './pane-motion.css'

/** A place in the history: its path and its index in this tab. */
export interface Visit {
  readonly path: string
  readonly index: number
}

/**
 * The type of a view transition. `forward`: the next screen slides over the current one. `back`: the current screen
 * slides away and shows the one before. `close`: a column slides away.
 */
export type PaneMotion = 'forward' | 'back' | 'close'

/** The first page of each section. */
const firstPages: readonly string[] = [paths.messages, paths.contact, paths.my]

/** Whether a path is a full-screen preview, which has animations of its own. */
const isPreview = (path: string): boolean =>
  path.includes(`/${subPaths.media}/`) || path.startsWith(`${paths.collections}/`)

/**
 * Decides how the panes move between two pages. In the full frame columns open with their own animations, so only
 * closing one is a transition. Returns undefined where nothing moves, for example between two sections.
 */
export function paneMotion(from: Visit, to: Visit, frame: FrameMode): PaneMotion | undefined {
  const isOutside = (path: string) => isPublicPath(path) || isPreview(path)
  if (from.path === to.path || isOutside(from.path) || isOutside(to.path)) return undefined
  const isBelow = from.path.startsWith(`${to.path}/`)
  if (frame === 'full') return isBelow ? 'close' : undefined
  if (firstPages.includes(to.path)) return firstPages.includes(from.path) ? undefined : 'back'
  if (to.index > from.index) return 'forward'
  return to.index < from.index || isBelow ? 'back' : undefined
}

/**
 * Starts the router's view transitions. Does nothing in browsers without types of view transitions, because these would
 * fade every page. Nothing moves if motion is reduced, or if the browser or a finger has moved the page already.
 */
export function startPaneMotion(router: AnyRouter): void {
  const hasTypes =
    'startViewTransition' in document && CSS.supports('selector(:active-view-transition-type(back))')
  if (!hasTypes || router.options.defaultViewTransition !== undefined) return
  let shown = visitOf(router.state.location)
  let isBrowserAnimated = false
  const onPopState = (event: PopStateEvent) => {
    isBrowserAnimated = event.hasUAVisualTransition
  }
  // Runs before the router's own listener.
  window.addEventListener('popstate', onPopState, { capture: true })
  const types = ({ toLocation }: { readonly toLocation: ParsedLocation }) => {
    // Not the router's last location, which is outdated if a page replaces its address while it opens.
    const from = shown
    shown = visitOf(toLocation)
    const isDragged = document.documentElement.hasAttribute('data-dragged-back')
    const isStill = isBrowserAnimated || isDragged || isMotionReduced()
    isBrowserAnimated = false
    const motion = isStill ? undefined : paneMotion(from, shown, shownFrame())
    return motion === undefined ? (false as const) : [motion]
  }
  router.options.defaultViewTransition = { types }
}

const visitOf = ({ pathname, state }: ParsedLocation): Visit => ({
  path: pathname,
  index: state.__TSR_index,
})

/** Whether the system or the user's setting stops all motion, which sets the duration tokens to zero. */
const isMotionReduced = (): boolean =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--duration-medium')) === 0

const shownFrame = (): FrameMode => {
  const { frame } = document.documentElement.dataset
  return frame === 'compact' || frame === 'mini' ? frame : 'full'
}
