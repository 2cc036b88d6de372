import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf } from '#src/app/one-of.ts'
import { conversationRoutes } from './conversation-routes.tsx'
import { myRoutes } from './my-routes.tsx'
import { friendDetailScreen, friendRequestScreen, requireId } from './pages.ts'
import { pageRoute, protectedRoute } from './root-route.tsx'
import { conversationFilters, paths } from './route-table.ts'
import { type Search, textParameters } from './search-params.ts'

const messagesRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.messages,
  staticData: { section: 'messages' },
  /** [ROUTE-08] */
  validateSearch: (search: Search): { filter?: (typeof conversationFilters)[number]; from?: 'onboard' } => {
    const filter = oneOf(conversationFilters, search.filter)
    const from = oneOf(['onboard'] as const, search.from)
    return { ...(filter === undefined ? {} : { filter }), ...(from === undefined ? {} : { from }) }
  },
  component: lazyRouteComponent(() => import('#src/app/frame/nothing-open.tsx'), 'NoConversationOpen'),
})

/** The page below shows the hits of one conversation on the same screen [ROUTE-01 ROUTE-02]. */
const searchRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.search,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('keyword', 'kind', 'sender', 'from', 'to'),
  component: lazyRouteComponent(() => import('#src/features/search/search-screen.tsx'), 'SearchScreen'),
})
const searchSessionRoute = createRoute({
  getParentRoute: () => searchRoute,
  path: '$session',
  staticData: { section: 'messages', isPushed: true },
})

/** Shows content that another app shared, by the id under which the service worker stored it. */
const shareRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.share,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('id'),
  component: lazyRouteComponent(() => import('#src/features/forward/share-screen.tsx'), 'ShareScreen'),
})

const contactRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.contact,
  staticData: { section: 'contact' },
  component: lazyRouteComponent(() => import('#src/app/frame/nothing-open.tsx'), 'NoContactOpen'),
})

const addFriendRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.addFriend,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/contacts/add-friend-screen.tsx'),
    'AddFriendScreen',
  ),
})

const friendRequestRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.friendRequest,
  staticData: { section: 'contact', isPushed: true },
  /** [FRIEND-12] */
  validateSearch: textParameters('id', 'code', 'key', 'groupId', 'sessionId', 'source'),
  component: friendRequestScreen,
})

const applicationsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.applications,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/contacts/applications-screen.tsx'),
    'ApplicationsScreen',
  ),
})

const tagsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.tags,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/tags/tags-screen.tsx'), 'TagsScreen'),
})

/** [TAG-04] */
const tagRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.tag,
  staticData: { section: 'contact', isPushed: true },
  loader: ({ params }) => requireId(params.tagId),
  component: lazyRouteComponent(() => import('#src/features/tags/tag-screen.tsx'), 'TagScreen'),
})

const addTagMembersRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.addTagMembers,
  staticData: { section: 'contact', isPushed: true },
  loader: ({ params }) => requireId(params.tagId),
  component: lazyRouteComponent(() => import('#src/features/tags/tag-screen.tsx'), 'AddTagMembersScreen'),
})

const groupsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.groups,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/contacts/groups-screen.tsx'), 'GroupsScreen'),
})

const joinGroupRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.joinGroup,
  staticData: { section: 'contact', isPushed: true },
  /** [QR-12] */
  validateSearch: textParameters('code'),
  component: lazyRouteComponent(
    () => import('#src/features/codes/opened-code-screens.tsx'),
    'JoinByCodeScreen',
  ),
})

const invitationRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.invitation,
  staticData: { section: 'contact', isPushed: true },
  /** [QR-16] */
  validateSearch: textParameters('code'),
  component: lazyRouteComponent(
    () => import('#src/features/codes/opened-code-screens.tsx'),
    'InvitationScreen',
  ),
})

const scanRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.scan,
  staticData: { section: 'contact', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/codes/scan-screen.tsx'), 'ScanScreen'),
})

const createGroupRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.createGroup,
  staticData: { section: 'contact', isPushed: true },
  /** `with` is the user id of the first member. */
  validateSearch: textParameters('with'),
  component: lazyRouteComponent(
    () => import('#src/features/groups/create-group-screen.tsx'),
    'CreateGroupScreen',
  ),
})

/** `remark` proposes the text to the managers; an invitation is named by its conversation and message [ROUTE-07]. */
const joinableGroupRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.joinableGroup,
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('from', 'remark', 'sessionId', 'messageId', 'inviterId'),
  loader: ({ params }) => requireId(params.groupId),
  component: lazyRouteComponent(
    () => import('#src/features/groups/join-group-screen.tsx'),
    'JoinGroupScreen',
  ),
})

const userRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.user,
  staticData: { section: 'contact', isPushed: true },
  /** `from` is onboard or comm in a deep link, otherwise the page that linked here (DEC-30) [ROUTE-06 FRIEND-23]. */
  validateSearch: textParameters('from', 'source', 'groupId'),
  loader: ({ params }) => requireId(params.userId),
  component: friendDetailScreen,
})

const ofUser = {
  getParentRoute: () => pageRoute,
  staticData: { section: 'contact', isPushed: true },
  loader: ({ params }: { readonly params: { readonly userId: string } }) => requireId(params.userId),
} as const

/** [TAG-07] */
const userTagsRoute = createRoute({
  ...ofUser,
  path: paths.userTags,
  component: lazyRouteComponent(
    () => import('#src/features/tags/friend-tags-screen.tsx'),
    'FriendTagsScreen',
  ),
})

/** [FRIEND-38] */
const userGroupsRoute = createRoute({
  ...ofUser,
  path: paths.userGroups,
  component: lazyRouteComponent(
    () => import('#src/features/contacts/common-groups.tsx'),
    'CommonGroupsScreen',
  ),
})

/** [FRIEND-34] */
const userRemarkRoute = createRoute({
  ...ofUser,
  path: paths.userRemark,
  component: lazyRouteComponent(
    () => import('#src/features/contacts/friend-detail-screen.tsx'),
    'RemarkScreen',
  ),
})

export const protectedRoutes = [
  messagesRoute,
  pageRoute.addChildren([
    ...conversationRoutes,
    searchRoute.addChildren([searchSessionRoute]),
    shareRoute,
    contactRoute,
    addFriendRoute,
    friendRequestRoute,
    applicationsRoute,
    tagsRoute,
    tagRoute,
    addTagMembersRoute,
    userTagsRoute,
    userGroupsRoute,
    userRemarkRoute,
    groupsRoute,
    joinGroupRoute,
    invitationRoute,
    scanRoute,
    createGroupRoute,
    joinableGroupRoute,
    userRoute,
    ...myRoutes,
  ]),
] as const
