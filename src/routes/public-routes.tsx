import { type AsyncRouteComponent, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settledAuthentication } from '#client/authentication.ts'
import { decideEntry, rootRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { goTo, textParameters } from './search-params.ts'

/** The public pages; `onboard` has none because it only redirects. */
const pages = {
  [paths.entry]: lazyRouteComponent(
    () => import('#src/features/entry/compatibility-screen.tsx'),
    'CompatibilityScreen',
  ),
  [paths.signIn]: lazyRouteComponent(
    () => import('#src/features/authentication/sign-in-screen.tsx'),
    'SignInScreen',
  ),
  [paths.signUp]: lazyRouteComponent(
    () => import('#src/features/authentication/sign-up-screen.tsx'),
    'SignUpScreen',
  ),
  [paths.switchAccount]: lazyRouteComponent(
    () => import('#src/features/authentication/switch-screen.tsx'),
    'SwitchScreen',
  ),
  [paths.privacy]: lazyRouteComponent(
    () => import('#src/features/authentication/legal-screen.tsx'),
    'PrivacyScreen',
  ),
  [paths.agreement]: lazyRouteComponent(
    () => import('#src/features/authentication/legal-screen.tsx'),
    'AgreementScreen',
  ),
  [paths.forgotPassword]: lazyRouteComponent(
    () => import('#src/features/authentication/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  [paths.setup]: lazyRouteComponent(
    () => import('#src/features/authentication/setup-screen.tsx'),
    'SetupScreen',
  ),
} as const

const pageByPath: ReadonlyMap<string, AsyncRouteComponent<object>> = new Map(Object.entries(pages))

/**
 * Fetches a public page's code before the router exists. The entry is left out because it mostly redirects. A failure
 * is reported by the router when it needs the page.
 */
export const preloadPublicPage = (path: string): void => {
  if (path !== paths.entry)
    pageByPath
      .get(path)
      ?.preload?.()
      ?.catch(() => undefined)
}

const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.entry,
  component: pages[paths.entry],
  beforeLoad: async ({ context: { client, preferences, isBrowserCompatible } }) => {
    const isCompatible = isBrowserCompatible()
    if (!isCompatible) return
    const { hasCheckedCompatibility } = preferences.get()
    if (!hasCheckedCompatibility) preferences.change({ hasCheckedCompatibility: true })
    const view = await settledAuthentication(client.authentication)
    const isSignedIn = view.status === 'signed-in'
    const target = decideEntry({ isCompatible, hasChecked: hasCheckedCompatibility, isSignedIn })
    if (target !== undefined) throw goTo(target)
  },
})

const onboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.onboard,
  beforeLoad: async ({ context, search: query }) => {
    // Only embedding apps and shared links need this code.
    const { applyOnboard, decideOnboard, onboardSearch } = await import('./onboard.ts')
    const search = onboardSearch(query)
    const decision = decideOnboard(search)
    applyOnboard(decision, context)
    throw goTo(decision.target)
  },
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: textParameters('phone', 'redirect'),
  component: pages[paths.signIn],
})

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  validateSearch: textParameters('phone'),
  component: pages[paths.signUp],
})

const switchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.switchAccount,
  component: pages[paths.switchAccount],
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.privacy,
  component: pages[paths.privacy],
})

const agreementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.agreement,
  component: pages[paths.agreement],
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: pages[paths.forgotPassword],
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.setup,
  // The editor of the picture has its texts there.
  loader: ({ context }) => context.translation.add('pages'),
  component: pages[paths.setup],
})

export const publicRoutes = [
  entryRoute,
  onboardRoute,
  signInRoute,
  signUpRoute,
  switchRoute,
  privacyRoute,
  agreementRoute,
  forgotPasswordRoute,
  setupRoute,
] as const
