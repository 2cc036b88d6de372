import { useParams } from '@tanstack/react-router'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { unreadWithoutMark } from '#domain/conversation/unread-count.ts'
import { maxUnreadWithoutButton } from '#domain/message-list/unread-divider.ts'
import { type ConversationId, conversationId, parseConversationId } from '#schemas/ids.ts'
import { paths, type subPaths } from '#src/routes/route-table.ts'

/** Returns the route of a conversation's screen [SESS-07]. */
export const linkTo = ({ id }: Pick<ConversationSummary, 'id'>) => {
  const { kind, wireId } = parseConversationId(id)
  return kind === 'group'
    ? ({ to: paths.group, params: { groupId: String(wireId) } } as const)
    : ({ to: paths.session, params: { sessionId: String(wireId) } } as const)
}

/** Returns the route of a page that only groups have. */
export const linkToGroupPage = <Page extends (typeof subPaths)[GroupPageName]>(
  { id }: Pick<ConversationSummary, 'id'>,
  page: Page,
) =>
  ({
    to: `${paths.group}/${page}`,
    params: { groupId: String(parseConversationId(id).wireId) },
  }) as const

type GroupPageName =
  | 'nickname'
  | 'members'
  | 'invite'
  | 'announcement'
  | 'groupLink'
  | 'shareGroupLink'
  | 'admin'
  | 'info'
  | 'applications'
  | 'admins'
  | 'addAdmin'

type UnreadRow = Pick<ConversationSummary, 'id' | 'unreadCount' | 'isMarkedUnread'>

/**
 * Returns the route of a conversation at its first unread message; at the newest one if so many are unread that a button
 * leads to the first of them [VIEW-39] (DEC-189).
 */
export const linkToUnread = (row: UnreadRow) => {
  const unread = unreadWithoutMark(row)
  const isAtUnread = unread > 0 && unread <= maxUnreadWithoutButton
  return { ...linkTo(row), search: isAtUnread ? { fromUnread: '1' } : {} } as const
}

/** Returns the path of a conversation's screen. */
export const pathOf = (id: ConversationId): string => {
  const { to, params } = linkTo({ id })
  return Object.entries(params).reduce<string>((path, [name, value]) => path.replace(`$${name}`, value), to)
}

/** Returns the conversation of route parameters; undefined if they name none. */
export const conversationOf = (params: {
  readonly sessionId?: string | undefined
  readonly groupId?: string | undefined
}): ConversationId | undefined => {
  if (params.groupId !== undefined) return conversationId('group', Number(params.groupId))
  return params.sessionId === undefined ? undefined : conversationId('direct', Number(params.sessionId))
}

/** Returns the open conversation; undefined if none is open. */
export const useOpenConversation = (): ConversationId | undefined =>
  conversationOf(useParams({ strict: false }))
