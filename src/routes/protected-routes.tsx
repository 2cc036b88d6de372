import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { myRoutes } from './my-routes.tsx'
import { collectionPage, collectionsPage, forwarding, mediaPage, viewerPage } from './pages.ts'
import { protectedRoute } from './root-route.tsx'
import { paths, subPaths } from './route-table.ts'
import { oneOf, type Search, textParameters } from './search.ts'

const filters = ['all', 'unread', 'groups'] as const

const messagesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.messages,
  staticData: { section: 'messages' },
  /** [ROUTE-08] */
  validateSearch: (search: Search): { filter?: (typeof filters)[number]; from?: 'onboard' } => {
    const filter = oneOf(filters, search.filter)
    const from = oneOf(['onboard'] as const, search.from)
    return { ...(filter === undefined ? {} : { filter }), ...(from === undefined ? {} : { from }) }
  },
  component: lazyRouteComponent(() => import('#src/app/frame/nothing-open.tsx'), 'NoConversationOpen'),
})

/** Ids in addresses are positive integers. Anything else is not found (DEC-34). */
const requireId = (value: string): void => {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw notFound()
}

const sessionRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.session,
  staticData: { section: 'messages', isPushed: true },
  /** [ROUTE-09] */
  validateSearch: textParameters('search', 'fromUnread', 'date'),
  loader: ({ params }) => requireId(params.sessionId),
  component: lazyRouteComponent(
    () => import('#src/features/conversation/conversation-screen.tsx'),
    'ConversationScreen',
  ),
})

const groupRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.group,
  staticData: { section: 'messages', isPushed: true },
  /** [ROUTE-10] */
  validateSearch: textParameters('search', 'fromUnread', 'date'),
  loader: ({ params }) => requireId(params.groupId),
  component: lazyRouteComponent(
    () => import('#src/features/conversation/conversation-screen.tsx'),
    'ConversationScreen',
  ),
})

/** [ROUTE-12] */
const settingsPage = {
  path: subPaths.settings,
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/conversation/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
} as const
const sessionSettingsRoute = createRoute({ getParentRoute: () => sessionRoute, ...settingsPage })
const groupSettingsRoute = createRoute({ getParentRoute: () => groupRoute, ...settingsPage })

const friendDetailScreen = lazyRouteComponent(
  () => import('#src/features/contacts/friend-detail-screen.tsx'),
  'FriendDetailScreen',
)
const friendRequestScreen = lazyRouteComponent(
  () => import('#src/features/contacts/friend-request-screen.tsx'),
  'FriendRequestScreen',
)

/** The full text of a quoted message. Sibling paths without a parameter match first [ROUTE-19]. */
const quotedMessageScreen = lazyRouteComponent(
  () => import('#src/features/conversation/quoted/quoted-message-screen.tsx'),
  'QuotedMessageScreen',
)

const sessionMessageRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: subPaths.message,
  staticData: { section: 'messages', isPushed: true },
  loader: ({ params }) => requireId(params.messageId),
  component: quotedMessageScreen,
})

const groupMessageRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: subPaths.message,
  staticData: { section: 'messages', isPushed: true },
  loader: ({ params }) => requireId(params.messageId),
  component: quotedMessageScreen,
})

/** [ROUTE-15] */
const contactSharePage = {
  path: subPaths.contact,
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/forward/contact-share-screen.tsx'),
    'ContactShareScreen',
  ),
} as const
/** [ROUTE-20] */
const reportPage = {
  path: subPaths.report,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('reasonId'),
  component: lazyRouteComponent(() => import('#src/features/report/report-screen.tsx'), 'ReportScreen'),
} as const

/** Profiles open over the conversation that links to them (DEC-188). */
const personPage = {
  path: subPaths.person,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('source', 'groupId', 'sessionId'),
  loader: ({ params }: { readonly params: { readonly userId: string } }) => requireId(params.userId),
  component: friendDetailScreen,
} as const
const requestPage = {
  path: subPaths.friendRequest,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('id', 'key', 'groupId', 'sessionId', 'source'),
  component: friendRequestScreen,
} as const
const sessionPersonRoute = createRoute({ getParentRoute: () => sessionRoute, ...personPage })
const groupPersonRoute = createRoute({ getParentRoute: () => groupRoute, ...personPage })
const sessionRequestRoute = createRoute({ getParentRoute: () => sessionRoute, ...requestPage })
const groupRequestRoute = createRoute({ getParentRoute: () => groupRoute, ...requestPage })

const forwardPage = { ...forwarding, staticData: { section: 'messages', isPushed: true } } as const
const sessionForwardRoute = createRoute({ getParentRoute: () => sessionRoute, ...forwardPage })
const groupForwardRoute = createRoute({ getParentRoute: () => groupRoute, ...forwardPage })
const sessionContactRoute = createRoute({ getParentRoute: () => sessionRoute, ...contactSharePage })
const groupContactRoute = createRoute({ getParentRoute: () => groupRoute, ...contactSharePage })
const sessionReportRoute = createRoute({ getParentRoute: () => sessionRoute, ...reportPage })
const groupReportRoute = createRoute({ getParentRoute: () => groupRoute, ...reportPage })

const sessionMediaRoute = createRoute({ getParentRoute: () => sessionRoute, ...mediaPage })
const groupMediaRoute = createRoute({ getParentRoute: () => groupRoute, ...mediaPage })
const sessionViewerRoute = createRoute({ getParentRoute: () => sessionRoute, ...viewerPage })
const groupViewerRoute = createRoute({ getParentRoute: () => groupRoute, ...viewerPage })

/** [ROUTE-14] */
const findPage = {
  path: subPaths.search,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('keyword'),
  component: lazyRouteComponent(
    () => import('#src/features/conversation/find/find-screen.tsx'),
    'FindScreen',
  ),
} as const
const sessionFindRoute = createRoute({ getParentRoute: () => sessionRoute, ...findPage })
const groupFindRoute = createRoute({ getParentRoute: () => groupRoute, ...findPage })

const sessionCollectionsRoute = createRoute({ getParentRoute: () => sessionRoute, ...collectionsPage })
const groupCollectionsRoute = createRoute({ getParentRoute: () => groupRoute, ...collectionsPage })
const sessionCollectionRoute = createRoute({
  getParentRoute: () => sessionCollectionsRoute,
  ...collectionPage,
})
const groupCollectionRoute = createRoute({ getParentRoute: () => groupCollectionsRoute, ...collectionPage })

const searchRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.search,
  staticData: { section: 'messages', isPushed: true },
  /** [ROUTE-01] */
  validateSearch: textParameters('keyword'),
  component: lazyRouteComponent(
    () => import('#src/features/conversation-list/search-screen.tsx'),
    'SearchScreen',
  ),
})

const contactRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.contact,
  staticData: { section: 'contact' },
  component: lazyRouteComponent(() => import('#src/app/frame/nothing-open.tsx'), 'NoContactOpen'),
})

const addFriendRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.addFriend,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/contacts/add-friend-screen.tsx'),
    'AddFriendScreen',
  ),
})

const friendRequestRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.friendRequest,
  staticData: { section: 'contact', isPushed: true },
  /** [FRIEND-12] */
  validateSearch: textParameters('id', 'code', 'key', 'groupId', 'sessionId', 'source'),
  component: friendRequestScreen,
})

const applicationsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.applications,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/contacts/applications-screen.tsx'),
    'ApplicationsScreen',
  ),
})

const tagsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.tags,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/contacts/empty-screens.tsx'), 'TagsScreen'),
})

const groupsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.groups,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/contacts/groups-screen.tsx'), 'GroupsScreen'),
})

const joinGroupRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.joinGroup,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/contacts/empty-screens.tsx'), 'JoinGroupScreen'),
})

const createGroupRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.createGroup,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/contacts/empty-screens.tsx'),
    'CreateGroupScreen',
  ),
})

const userRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.user,
  staticData: { section: 'contact', isPushed: true },
  /** `from` is onboard or comm in a deep link, otherwise the page that linked here (DEC-30) [ROUTE-06 FRIEND-23]. */
  validateSearch: textParameters('from', 'source', 'groupId'),
  loader: ({ params }) => requireId(params.userId),
  component: friendDetailScreen,
})

export const protectedRoutes = [
  messagesRoute,
  sessionRoute.addChildren([
    sessionFindRoute,
    sessionSettingsRoute,
    sessionMessageRoute,
    sessionForwardRoute,
    sessionContactRoute,
    sessionPersonRoute,
    sessionRequestRoute,
    sessionReportRoute,
    sessionCollectionsRoute.addChildren([sessionCollectionRoute]),
    sessionMediaRoute,
    sessionViewerRoute,
  ]),
  groupRoute.addChildren([
    groupFindRoute,
    groupSettingsRoute,
    groupMessageRoute,
    groupForwardRoute,
    groupContactRoute,
    groupPersonRoute,
    groupRequestRoute,
    groupReportRoute,
    groupCollectionsRoute.addChildren([groupCollectionRoute]),
    groupMediaRoute,
    groupViewerRoute,
  ]),
  searchRoute,
  contactRoute,
  addFriendRoute,
  friendRequestRoute,
  applicationsRoute,
  tagsRoute,
  groupsRoute,
  joinGroupRoute,
  createGroupRoute,
  userRoute,
  ...myRoutes,
] as const
