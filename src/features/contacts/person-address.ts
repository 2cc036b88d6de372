import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { paths, subPaths } from '#src/routes/route-table.ts'
import { linkTo, pathOf } from '../conversation-list/link-to.ts'

/** How the user found a person, as a URL says it [FRIEND-12 FRIEND-23]. */
export interface PersonOrigin {
  readonly source?: string
  readonly groupId?: string
  readonly sessionId?: string
}

/** The person of a friend request, and how they were found [FRIEND-12]. */
export interface FriendRequestQuery extends PersonOrigin {
  readonly id: string
  readonly key?: string
}

/** Returns the URL of a person's page: over the open conversation (DEC-188), else its own route. */
export const personLink = (open: ConversationId | undefined, userId: number, search: PersonOrigin) => {
  const person = { userId: String(userId) }
  if (open === undefined) return { to: paths.user, params: person, search } as const
  const { to, params } = linkTo({ id: open })
  return { to: `${to}/${subPaths.person}`, params: { ...params, ...person }, search } as const
}

/** Returns the URL of a friend request, likewise. */
export const requestLink = (open: ConversationId | undefined, search: FriendRequestQuery) => {
  if (open === undefined) return { to: paths.friendRequest, search } as const
  const { to, params } = linkTo({ id: open })
  return { to: `${to}/${subPaths.friendRequest}`, params, search } as const
}

/** Returns the target of Back from a person's page: the conversation below it, else the contacts (DEC-30 DEC-188). */
export const backTarget = (open: ConversationId | undefined): string =>
  open === undefined ? paths.contact : pathOf(open)

/**
 * Returns the origin of a person found in this conversation by avatar or contact card. The friend request names it
 * (DEC-41).
 */
export const originInConversation = (open: ConversationId, source: 'avatar' | 'contact'): PersonOrigin => {
  const { kind, wireId } = parseConversationId(open)
  return kind === 'group' ? { source, groupId: String(wireId) } : { source, sessionId: String(wireId) }
}
