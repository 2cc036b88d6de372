import { usePreferences } from './app-context.ts'
import { useMedia } from './use-media.ts'

/** Returns whether the system or the user's setting stops motion. For motion of scripts: style sheets use tokens. */
export const useReducedMotion = (): boolean => {
  const [{ isMotionReduced }] = usePreferences()
  return useMedia('(prefers-reduced-motion: reduce)') || isMotionReduced
}
