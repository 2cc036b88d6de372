import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { collectionPage, collectionsPage, forwarding } from './pages.ts'
import { pageRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { textParameters } from './search.ts'

const myRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.my,
  staticData: { section: 'my' },
  component: lazyRouteComponent(() => import('#src/features/my/my-screen.tsx'), 'MyScreen'),
})

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
  component: lazyRouteComponent(() => import('#src/features/my/blacklist-screen.tsx'), 'BlacklistScreen'),
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

const place = { staticData: { section: 'my', isPushed: true } } as const

/** [COLL-01] */
const collectionsRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...{ ...collectionsPage, ...place, path: paths.collections },
})
const collectionRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  ...{ ...collectionPage, ...place },
})
/** Forwards collection items [COLL-03 COLL-07]. */
const collectionForwardRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  ...{ ...forwarding, ...place },
})

const ownCodeRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...{ ...place, path: paths.ownCode },
  component: lazyRouteComponent(() => import('#src/features/codes/own-code-screens.tsx'), 'OwnCodeScreen'),
})
/** [QR-19] */
const shareOwnCodeRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...{ ...place, path: paths.shareOwnCode },
  validateSearch: textParameters('code'),
  component: lazyRouteComponent(
    () => import('#src/features/codes/own-code-screens.tsx'),
    'ShareOwnCodeScreen',
  ),
})

/** The pages of the own section. */
export const myRoutes = [
  myRoute,
  ownCodeRoute,
  shareOwnCodeRoute,
  notificationsRoute,
  securityRoute,
  blacklistRoute,
  stickersRoute,
  collectionsRoute.addChildren([collectionRoute, collectionForwardRoute]),
] as const
