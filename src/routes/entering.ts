import type { AuthenticationView } from '#client/authentication.ts'
import { admitToProtected, decideEntry } from './guards.ts'
import { decideOnboard, onboardParameters, takeUpOnboard } from './onboard.ts'
import { isPage } from './public-pages.ts'
import { isPublicPath, paths } from './route-table.ts'
import type { RouterContext } from './router-context.ts'
import { parseSearch, stringifySearch, textParameters } from './search.ts'

interface Place {
  readonly href: string
  readonly pathname: string
  readonly search: string
}

/**
 * Where somebody is led on who opens a place while the router is not there: what its guards would say, for all who need no
 * account. Undefined: they stay, or it is not known yet whether anybody is signed in.
 */
export const leadOn = (
  place: Place,
  view: AuthenticationView,
  context: RouterContext,
): string | undefined => {
  if (place.pathname === paths.onboard) return followOnboard(place, context)
  if (place.pathname === paths.entry) return enter(view, context)
  // No page has this path: as for the router, it leads to messages [ROUTE-27].
  if (isPublicPath(place.pathname)) return isPage(place.pathname) ? undefined : paths.messages
  if (view.status !== 'signed-out') return undefined
  const asked = isKnown(place.pathname) ? place.href : paths.messages
  const isEmbedded = context.host.get().embeddedIn !== undefined
  const admission = admitToProtected(view, isEmbedded, asked)
  if (admission.isAdmitted) return undefined
  return admission.to + stringifySearch({ redirect: admission.redirect })
}

/** Whether a page can be below this path; which ones are is the router's to say. */
const isKnown = (pathname: string): boolean =>
  Object.values(paths).some((path) => path.split('/')[1] === pathname.split('/')[1])

const followOnboard = ({ search }: Place, context: RouterContext): string => {
  const decision = decideOnboard(textParameters(...onboardParameters)(parseSearch(search)))
  takeUpOnboard(decision, context)
  return decision.target
}

const enter = (view: AuthenticationView, { preferences, isBrowserCompatible }: RouterContext) => {
  const isCompatible = isBrowserCompatible()
  if (view.status === 'starting' || !isCompatible) return undefined
  const hasChecked = preferences.get().hasCheckedCompatibility
  if (!hasChecked) preferences.change({ hasCheckedCompatibility: true })
  return decideEntry({ isCompatible, hasChecked, isSignedIn: view.status === 'signed-in' })
}
