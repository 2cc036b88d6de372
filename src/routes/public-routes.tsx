import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { goTo } from './go-to.ts'
import { decideEntry, settledAuthentication } from './guards.ts'
import { decideOnboard, onboardParameters, takeUpOnboard } from './onboard.ts'
import { publicPages } from './public-pages.ts'
import { rootRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { textParameters } from './search.ts'

const pageOf = (path: keyof typeof publicPages) =>
  lazyRouteComponent(async () => ({ default: await publicPages[path]() }))

const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.entry,
  component: pageOf(paths.entry),
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
  validateSearch: textParameters(...onboardParameters),
  beforeLoad: ({ context, search }) => {
    const decision = decideOnboard(search)
    takeUpOnboard(decision, context)
    throw goTo(decision.target)
  },
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: textParameters('phone', 'redirect'),
  component: pageOf(paths.signIn),
})

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  validateSearch: textParameters('phone'),
  component: pageOf(paths.signUp),
})

const switchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.switchAccount,
  component: pageOf(paths.switchAccount),
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.privacy,
  component: pageOf(paths.privacy),
})

const agreementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.agreement,
  component: pageOf(paths.agreement),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: pageOf(paths.forgotPassword),
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.setup,
  component: pageOf(paths.setup),
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
