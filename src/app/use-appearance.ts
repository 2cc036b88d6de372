import { useLayoutEffect } from 'react'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import type { FrameMode } from '#src/ui/frame-mode.ts'
import { useReadable } from '../ui/use-readable.ts'
import { useApp, usePreferences } from './app-context.ts'
import { decideFrame, desktopAbove } from './frame-decision.ts'
import { oneOf } from './one-of.ts'
import { type Theme, themes } from './preferences.ts'
import { useMedia } from './use-media.ts'

/** Sets the user's theme, colour scheme, text size, motion and frame on <html>. Returns the frame. */
export const useAppearance = (): FrameMode => {
  const { environment, host } = useApp()
  const { embeddedIn, frame: requested } = useReadable(host)
  const [{ scheme, theme, isMotionReduced, displayMode, textSize }] = usePreferences()
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const isWide = useMedia(`(width > ${desktopAbove}px)`)
  const frame = decideFrame({
    isWide,
    isEmbedded: embeddedIn !== undefined,
    requested,
    displayMode,
  })
  const shownScheme = scheme === 'system' ? (isDark ? 'dark' : 'light') : scheme
  const shownTheme = themeOf(theme, environment.brand)
  // Before the first paint, which would move otherwise.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.theme = shownTheme
    dataset.scheme = shownScheme
    dataset.frame = frame
    dataset.text = textSize
    if (isMotionReduced) dataset.motion = 'reduced'
    else delete dataset.motion
    paintBrowserBar()
  }, [shownTheme, shownScheme, frame, textSize, isMotionReduced])
  return frame
}

/** Sets the colour of the browser's own bar to that of the app's edge. */
const paintBrowserBar = (): void => {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface-rail')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
}

/** Finds a theme by its id; undefined if there is none. */
export const findTheme = (id: string | undefined): Theme | undefined => oneOf(themes, id)

/** Selects the theme: the user's choice, otherwise the brand's (DEC-77) [THEME-01 THEME-02]. */
export const themeOf = (chosen: Theme | undefined, brand: EnvironmentConfig['brand']): Theme =>
  chosen ?? findTheme(brand.theme) ?? findTheme(brand.key) ?? themes[0]
