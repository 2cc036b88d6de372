import { codeRoutes } from './codes.ts'
import { collectionRoutes } from './collections.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { draftRoutes } from './drafts.ts'
import { fileRoutes } from './files.ts'
import { forwardingRoutes } from './forwarding.ts'
import { groupMemberRoutes } from './group-members.ts'
import { groupRoutes } from './groups.ts'
import type { Route } from './handler.ts'
import { messageChangeRoutes } from './message-changes.ts'
import { notificationRoutes } from './notifications.ts'
import { profileRoutes } from './profile.ts'
import { reportRoutes } from './reports.ts'
import { searchRoutes } from './search.ts'
import { passwordRoutes, signInRoutes } from './sign-in.ts'
import { stickerRoutes } from './stickers.ts'
import { systemRoutes } from './system.ts'
import { tagRoutes } from './tags.ts'

/** All calls to which this backend responds. */
export const routes: readonly Route[] = [
  ...signInRoutes,
  ...passwordRoutes,
  ...profileRoutes,
  ...notificationRoutes,
  ...contactRoutes,
  ...codeRoutes,
  ...conversationRoutes,
  ...messageChangeRoutes,
  ...draftRoutes,
  ...groupRoutes,
  ...groupMemberRoutes,
  ...fileRoutes,
  ...forwardingRoutes,
  ...reportRoutes,
  ...stickerRoutes,
  ...collectionRoutes,
  ...tagRoutes,
  ...searchRoutes,
  ...systemRoutes,
]

const routesByPath: ReadonlyMap<string, Route> = new Map(
  routes.map((route) => [route.definition.path, route]),
)

/** Returns the route of a call by its name with the slash; names are case-sensitive. */
export const findRoute = (path: string): Route | undefined => routesByPath.get(path)
