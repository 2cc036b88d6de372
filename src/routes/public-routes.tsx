import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { goTo } from './go-to.ts'
import { decideEntry, settledAuthentication } from './guards.ts'
import { decideOnboard, onboardParameters } from './onboard.ts'
import { rootRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { textParameters } from './search.ts'

const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.entry,
  component: lazyRouteComponent(
    () => import('#src/features/entry/compatibility-screen.tsx'),
    'CompatibilityScreen',
  ),
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
    context.host.keep(decision.host)
    context.preferences.change(decision.preferences)
    throw goTo(decision.target)
  },
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: textParameters('phone', 'redirect'),
  component: lazyRouteComponent(
    () => import('#src/features/authentication/sign-in-screen.tsx'),
    'SignInScreen',
  ),
})

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  validateSearch: textParameters('phone'),
  component: lazyRouteComponent(
    () => import('#src/features/authentication/sign-up-screen.tsx'),
    'SignUpScreen',
  ),
})

const switchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.switchAccount,
  component: lazyRouteComponent(
    () => import('#src/features/authentication/switch-screen.tsx'),
    'SwitchScreen',
  ),
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.privacy,
  component: lazyRouteComponent(
    () => import('#src/features/authentication/legal-screen.tsx'),
    'PrivacyScreen',
  ),
})

const agreementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.agreement,
  component: lazyRouteComponent(
    () => import('#src/features/authentication/legal-screen.tsx'),
    'AgreementScreen',
  ),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  component: lazyRouteComponent(
    () => import('#src/features/authentication/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.setup,
  component: lazyRouteComponent(() => import('#src/features/authentication/setup-screen.tsx'), 'SetupScreen'),
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
