import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { protectedRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { textParameters } from './search.ts'

const myRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.my,
  staticData: { section: 'my' },
  component: lazyRouteComponent(() => import('#src/features/my/my-screen.tsx'), 'MyScreen'),
})

/** [NOTIF-01] */
const notificationsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.notifications,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/my/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

/** [STICK-01] */
const stickersRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.stickers,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/stickers/my-stickers-screen.tsx'),
    'MyStickersScreen',
  ),
})

const collectionsScreen = lazyRouteComponent(
  () => import('#src/features/collections/collections-screen.tsx'),
  'CollectionsScreen',
)
const collectionScreen = lazyRouteComponent(
  () => import('#src/features/collections/collection-screen.tsx'),
  'CollectionScreen',
)

/** [COLL-01] */
const collectionsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.collections,
  staticData: { section: 'my', isPushed: true },
  component: collectionsScreen,
})

/** Ids in addresses are positive whole numbers; anything else names nothing (DEC-34). */
const requireCollectionId = (value: string): void => {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw notFound()
}

/** `fallback` is where an unknown one leads [COLL-08]. */
const collectionRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.collection,
  staticData: { section: 'my', isPushed: true },
  validateSearch: textParameters('fallback'),
  loader: ({ params }) => requireCollectionId(params.collectionId),
  component: collectionScreen,
})

/** The same below either kind of conversation [ROUTE-16]. */
export const collectionsPage = {
  path: 'collections',
  staticData: { section: 'messages', isPushed: true },
  component: collectionsScreen,
} as const
export const collectionPage = {
  path: 'collections/$collectionId',
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('fallback'),
  component: collectionScreen,
} as const

export const myRoutes = [
  myRoute,
  notificationsRoute,
  stickersRoute,
  collectionsRoute,
  collectionRoute,
] as const
