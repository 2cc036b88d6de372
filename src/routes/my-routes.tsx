import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { collectionPage, collectionsPage, forwarding } from './pages.ts'
import { pageRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { textParameters } from './search-params.ts'

const place = { staticData: { section: 'my', isPushed: true } } as const

/** A page of the own section. */
const ownPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => pageRoute, ...place, path, component })

const profileScreen = lazyRouteComponent(() => import('#src/features/my/profile-screen.tsx'), 'ProfileScreen')

/** Compact frames show the list of own pages instead. */
const myRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.my,
  staticData: { section: 'my' },
  component: profileScreen,
})

/** [ME-01] */
const profileRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...place,
  path: paths.profile,
  component: profileScreen,
})
const nicknameRoute = createRoute({
  getParentRoute: () => profileRoute,
  ...place,
  path: 'nickname',
  component: lazyRouteComponent(() => import('#src/features/my/profile-forms.tsx'), 'NicknameEditor'),
})
const signatureRoute = createRoute({
  getParentRoute: () => profileRoute,
  ...place,
  path: 'signature',
  component: lazyRouteComponent(() => import('#src/features/my/profile-forms.tsx'), 'SignatureEditor'),
})

/** [ME-05] */
const deleteAccountRoute = ownPage(
  paths.deleteAccount,
  lazyRouteComponent(() => import('#src/features/my/delete-account-screen.tsx'), 'DeleteAccountScreen'),
)

/** [SET-09] */
const messagingRoute = ownPage(
  paths.messaging,
  lazyRouteComponent(() => import('#src/features/my/messaging-screen.tsx'), 'MessagingScreen'),
)

/** [SET-11] */
const privacyRoute = ownPage(
  paths.ownPrivacy,
  lazyRouteComponent(() => import('#src/features/my/privacy-screens.tsx'), 'PrivacyScreen'),
)

/** [SET-12] */
const passwordRoute = ownPage(
  paths.password,
  lazyRouteComponent(() => import('#src/features/my/password-screen.tsx'), 'PasswordScreen'),
)
/** [SET-14] */
const setPasswordRoute = ownPage(
  paths.setPassword,
  lazyRouteComponent(() => import('#src/features/my/password-screen.tsx'), 'SetPasswordScreen'),
)

/** [SET-01] */
const generalRoute = ownPage(
  paths.general,
  lazyRouteComponent(() => import('#src/features/my/general-screen.tsx'), 'GeneralScreen'),
)

const storageRoute = ownPage(
  paths.storage,
  lazyRouteComponent(() => import('#src/features/my/storage-screen.tsx'), 'StorageScreen'),
)
/** [SET-03] */
const feedbackRoute = ownPage(
  paths.feedback,
  lazyRouteComponent(() => import('#src/features/my/feedback-screen.tsx'), 'FeedbackScreen'),
)
const aboutRoute = ownPage(
  paths.about,
  lazyRouteComponent(() => import('#src/features/my/about-screen.tsx'), 'AboutScreen'),
)

/** [NOTIF-01] */
const notificationsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.notifications,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/my/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

/** The sign-ins of the account [ME-22]. */
const securityRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.security,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/my/security-screen.tsx'), 'SecurityScreen'),
})

/** [BLOCK-01] */
const blacklistRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.blacklist,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/my/privacy-screens.tsx'), 'BlacklistScreen'),
})

/** [STICK-01] */
const stickersRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.stickers,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/stickers/my-stickers-screen.tsx'),
    'MyStickersScreen',
  ),
})

/** [COLL-01] */
const collectionsRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...collectionsPage,
  ...place,
  path: paths.collections,
})
const collectionRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  ...collectionPage,
  ...place,
})
/** Forwards collection items [COLL-03 COLL-07]. */
const collectionForwardRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  ...forwarding,
  ...place,
})

const ownCodeRoute = ownPage(
  paths.ownCode,
  lazyRouteComponent(() => import('#src/features/codes/own-code-screens.tsx'), 'OwnCodeScreen'),
)
/** [QR-19] */
const shareOwnCodeRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...place,
  path: paths.shareOwnCode,
  validateSearch: textParameters('code'),
  component: lazyRouteComponent(
    () => import('#src/features/codes/own-code-screens.tsx'),
    'ShareOwnCodeScreen',
  ),
})

/** The pages of the own section. */
export const myRoutes = [
  myRoute,
  profileRoute.addChildren([nicknameRoute, signatureRoute]),
  deleteAccountRoute,
  messagingRoute,
  privacyRoute,
  passwordRoute,
  setPasswordRoute,
  generalRoute,
  storageRoute,
  feedbackRoute,
  aboutRoute,
  ownCodeRoute,
  shareOwnCodeRoute,
  notificationsRoute,
  securityRoute,
  blacklistRoute,
  stickersRoute,
  collectionsRoute.addChildren([collectionRoute, collectionForwardRoute]),
] as const
