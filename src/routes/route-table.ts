const entry = '/'
const messages = '/messages'

/** Every path of the app, relative to the root [ROUTE-34]. `$name` is a path parameter. */
export const paths = {
  entry,
  onboard: '/onboard',
  signIn: '/auth/sign-in',
  signUp: '/auth/sign-up',
  switchAccount: '/auth/switch',
  privacy: '/auth/privacy',
  agreement: '/auth/agreement',
  forgotPassword: '/auth/forgot-password',
  setup: '/auth/setup',
  messages,
  session: '/messages/sessions/$sessionId',
  group: '/messages/groups/$groupId',
  search: '/search',
  searchSession: '/search/$session',
  /** Other apps post shared content to this address. The service worker stores it and redirects to this page. */
  share: '/share',
  contact: '/contact',
  addFriend: '/contact/add',
  friendRequest: '/contact/friend-request',
  applications: '/contact/applications',
  tags: '/contact/tags',
  tag: '/contact/tags/$tagId',
  addTagMembers: '/contact/tags/$tagId/add',
  groups: '/contact/groups',
  joinGroup: '/contact/join-group',
  scan: '/contact/scan',
  invitation: '/contact/invitation',
  createGroup: '/contact/create-group',
  joinableGroup: '/groups/$groupId',
  user: '/users/$userId',
  userTags: '/users/$userId/tags',
  userGroups: '/users/$userId/groups',
  userRemark: '/users/$userId/remark',
  my: '/my',
  profile: '/my/profile',
  nickname: '/my/profile/nickname',
  signature: '/my/profile/signature',
  deleteAccount: '/my/profile/delete-account',
  messaging: '/my/messaging',
  ownPrivacy: '/my/privacy',
  general: '/my/general',
  storage: '/my/general/storage',
  feedback: '/my/general/feedback',
  about: '/my/general/about',
  ownCode: '/my/qrcode',
  shareOwnCode: '/my/qrcode/share',
  notifications: '/my/notifications',
  security: '/my/security',
  password: '/my/security/password',
  setPassword: '/my/security/set-password',
  stickers: '/my/stickers',
  blacklist: '/my/blacklist',
  collections: '/my/collections',
  commandCenter: '/command-center',
} as const

/** The paths below a conversation's path. */
export const subPaths = {
  settings: 'settings',
  nickname: 'settings/nickname',
  members: 'members',
  invite: 'members/invite',
  announcement: 'announcement',
  groupLink: 'qrcode',
  shareGroupLink: 'qrcode/share',
  /** An alias of `qrcode` and the pages below it (DEC-07). */
  groupLinkAlias: 'qr-code',
  groupLinkAliasChild: 'qr-code/$',
  admin: 'admin',
  info: 'admin/info',
  applications: 'admin/applications',
  admins: 'admin/admins',
  addAdmin: 'admin/admins/add',
  message: '$messageId',
  search: 'search',
  forward: 'forward',
  contact: 'contact',
  person: 'users/$userId',
  friendRequest: 'friend-request',
  report: 'report',
  media: 'media',
  mediaItem: 'media/$messageId',
} as const

/** The filters of the conversation list, as its address names them [SESS-02]. */
export const conversationFilters = ['all', 'unread', 'groups', 'hidden'] as const

/** Whether an address belongs to the auth pages, where no forced sign-out alert is raised [AUTH-41]. */
export const isAuthPath = (pathname: string): boolean => pathname.startsWith('/auth/')

/**
 * Whether a signed-in user sees only the conversation list at this path. A separate function because the page's first
 * script uses it.
 */
export const isListPath = (pathname: string): boolean => pathname === messages || pathname === entry

/** Whether a path is a public page. All others are protected. */
export const isPublicPath = (pathname: string): boolean =>
  pathname === paths.entry || pathname === paths.onboard || isAuthPath(pathname)
