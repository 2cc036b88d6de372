import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { paths, subPaths } from '#src/routes/route-table.ts'
import { linkTo, pathOf } from '../conversation-list/link-to.ts'

/** What an address says of how its person was come upon [FRIEND-12 FRIEND-23]. */
export interface PersonOrigin {
  readonly source?: string
  readonly groupId?: string
  readonly sessionId?: string
}

/** Whom to ask to become a friend, and how they were come upon [FRIEND-12]. */
export interface RequestQuery extends PersonOrigin {
  readonly id: string
  readonly key?: string
}

/** Where somebody's page is: over the open conversation where there is one (DEC-188), else at its own route. */
export const personLink = (open: ConversationId | undefined, userId: number, search: PersonOrigin) => {
  const person = { userId: String(userId) }
  if (open === undefined) return { to: paths.user, params: person, search } as const
  const { to, params } = linkTo({ id: open })
  return { to: `${to}/${subPaths.person}`, params: { ...params, ...person }, search } as const
}

/** Where somebody is asked to become a friend, likewise. */
export const requestLink = (open: ConversationId | undefined, search: RequestQuery) => {
  if (open === undefined) return { to: paths.friendRequest, search } as const
  const { to, params } = linkTo({ id: open })
  return { to: `${to}/${subPaths.friendRequest}`, params, search } as const
}

/**
 * Where one goes back to from a person: to the conversation they were opened over, else to the contacts (DEC-30
 * DEC-188).
 */
export const wayBackFrom = (open: ConversationId | undefined): string =>
  open === undefined ? paths.contact : pathOf(open)

/**
 * Somebody was come upon by what of them in this conversation: their picture or a card; that is what a request then
 * says (DEC-41).
 */
export const cameUponIn = (open: ConversationId, source: 'avatar' | 'contact'): PersonOrigin => {
  const { kind, wireId } = parseConversationId(open)
  return kind === 'group' ? { source, groupId: String(wireId) } : { source, sessionId: String(wireId) }
}
