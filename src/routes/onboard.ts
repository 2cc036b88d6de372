import { safeRedirect } from '#domain/forms/safe-redirect.ts'
import { readFrameMode } from '#src/app/frame-decision.ts'
import type { Host } from '#src/app/host.ts'
import { findLocale } from '#src/app/locales.ts'
import type { Preferences } from '#src/app/preferences.ts'
import { findTheme } from '#src/app/use-appearance.ts'
import { paths } from './route-table.ts'
import type { RouterContext } from './router-context.ts'
import { textParameters } from './search-params.ts'

/** The query parameters of the onboard route [BOOT-08]; `token` is for embedded hosts only (DEC-38). */
export const onboardParameters = [
  'alwaysEnterAsSubmit',
  'app',
  'brand',
  'layout',
  'locale',
  'redirect',
  'screen',
  'token',
] as const

/** Picks the parameters from a query. */
export const onboardSearch = textParameters(...onboardParameters)

export type OnboardSearch = { readonly [Name in (typeof onboardParameters)[number]]?: string }

export interface OnboardDecision {
  readonly host: Partial<Host>
  readonly preferences: Partial<Preferences>
  /** A path of this site. */
  readonly target: string
}

const isYes = (value: string): boolean => value === '1' || value === 'true'

/**
 * Decides from the parameters of an opening link what to store and where to go. Invalid ones are ignored (DEC-38).
 */
export const decideOnboard = (search: OnboardSearch): OnboardDecision => {
  const frame = readFrameMode(search.layout)
  const theme = findTheme(search.brand)
  const locale = findLocale(search.locale)
  const doesEnterSend =
    search.alwaysEnterAsSubmit === undefined ? undefined : isYes(search.alwaysEnterAsSubmit)
  return {
    host: {
      ...(search.app === undefined ? {} : { embeddedIn: search.app }),
      ...(frame === undefined ? {} : { frame }),
      ...(doesEnterSend === undefined ? {} : { isEnterFixed: doesEnterSend }),
    },
    preferences: {
      ...(theme === undefined ? {} : { theme }),
      ...(locale === undefined ? {} : { locale }),
      ...(doesEnterSend === undefined ? {} : { isEnterSubmit: doesEnterSend }),
    },
    target: safeRedirect(search.redirect) ?? screenTarget(search.screen) ?? paths.messages,
  }
}

/** Stores the parameters of an opening link. */
export const applyOnboard = (
  decision: OnboardDecision,
  { host, preferences }: Pick<RouterContext, 'host' | 'preferences'>,
): void => {
  host.change(decision.host)
  preferences.change(decision.preferences)
}

/** A screen name may start with a slash. */
const screenTarget = (screen: string | undefined): string | undefined => {
  if (screen === undefined) return undefined
  return safeRedirect(screen.startsWith('/') ? screen : `/${screen}`)
}
