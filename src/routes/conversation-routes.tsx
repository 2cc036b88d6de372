import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  collectionPage,
  collectionsPage,
  forwarding,
  friendDetailScreen,
  friendRequestScreen,
  mediaPage,
  requireId,
  viewerPage,
} from './pages.ts'
import { pageRoute } from './root-route.tsx'
import { paths, subPaths } from './route-table.ts'
import { goTo, textParameters } from './search-params.ts'

const sessionRoute = createRoute({
  getParentRoute: () => pageRoute,
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
  getParentRoute: () => pageRoute,
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

/** Redirects `qr-code` to `qrcode`, with the pages below it, the query and the hash (DEC-07) [ROUTE-23]. */
const leaveAlias = ({ location }: { readonly location: { readonly href: string } }) => {
  throw goTo(location.href.replace(/^(\/messages\/groups\/\d+)\/qr-code/, '$1/qrcode'))
}

/** A page of groups only [ROUTE-21 ROUTE-22 ROUTE-23 ROUTE-24 ROUTE-25]. */
const groupPage = {
  getParentRoute: () => groupRoute,
  staticData: { section: 'messages', isPushed: true },
} as const
const groupChildren = [
  createRoute({
    ...groupPage,
    path: subPaths.nickname,
    component: lazyRouteComponent(
      () => import('#src/features/groups/group-edit-screens.tsx'),
      'NicknameScreen',
    ),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.announcement,
    component: lazyRouteComponent(
      () => import('#src/features/groups/group-edit-screens.tsx'),
      'AnnouncementScreen',
    ),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.groupLink,
    component: lazyRouteComponent(
      () => import('#src/features/groups/group-link-screens.tsx'),
      'GroupLinkScreen',
    ),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.shareGroupLink,
    validateSearch: textParameters('code'),
    component: lazyRouteComponent(
      () => import('#src/features/groups/group-link-screens.tsx'),
      'ShareGroupLinkScreen',
    ),
  }),
  createRoute({ ...groupPage, path: subPaths.groupLinkAlias, beforeLoad: leaveAlias }),
  createRoute({ ...groupPage, path: subPaths.groupLinkAliasChild, beforeLoad: leaveAlias }),
  createRoute({
    ...groupPage,
    path: subPaths.members,
    component: lazyRouteComponent(() => import('#src/features/groups/members-screen.tsx'), 'MembersScreen'),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.invite,
    component: lazyRouteComponent(() => import('#src/features/groups/invite-screen.tsx'), 'InviteScreen'),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.admin,
    component: lazyRouteComponent(
      () => import('#src/features/groups/administration-screens.tsx'),
      'AdminScreen',
    ),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.info,
    component: lazyRouteComponent(() => import('#src/features/groups/group-edit-screens.tsx'), 'InfoScreen'),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.applications,
    component: lazyRouteComponent(
      () => import('#src/features/groups/administration-screens.tsx'),
      'ApplicationsScreen',
    ),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.admins,
    component: lazyRouteComponent(() => import('#src/features/groups/admins-screen.tsx'), 'AdminsScreen'),
  }),
  createRoute({
    ...groupPage,
    path: subPaths.addAdmin,
    component: lazyRouteComponent(() => import('#src/features/groups/admins-screen.tsx'), 'AddAdminScreen'),
  }),
] as const

/** One-to-one conversations and groups, with the pages that open over them. */
export const conversationRoutes = [
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
    ...groupChildren,
  ]),
] as const
