import { useNavigate } from '@tanstack/react-router'
import { BellOff, BellRing, Eye, EyeOff, Mail, MailOpen, Pin, PinOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { toConversationReference } from '#domain/tabs/conversation-reference.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from './link-to.ts'

/** Runs the actions of a row's menu. Hiding offers undo, and `onDelete` asks for confirmation. */
export const useRowActions = (onDelete: (row: ConversationSummary) => void) => {
  const account = useAccount()
  const { hide, show } = useLeaving()
  const tasks: Readonly<Record<RowAction, (row: ConversationSummary) => void>> = {
    read: ({ id }) => void account.dispatch({ type: 'MarkConversationRead', conversationId: id }),
    unread: ({ id }) => void account.dispatch({ type: 'MarkConversationUnread', conversationId: id }),
    pin: ({ id }) => void account.setPinned(id, true),
    unpin: ({ id }) => void account.setPinned(id, false),
    mute: ({ id }) => void account.setMuted(id, true),
    unmute: ({ id }) => void account.setMuted(id, false),
    hide,
    show,
    delete: onDelete,
  }
  return (action: RowAction, row: ConversationSummary) => tasks[action](row)
}

/** Hides or deletes conversations, which every tab then leaves, and shows hidden ones [SESS-37 SESS-47 XTAB-11]. */
export const useLeaving = () => {
  const account = useAccount()
  const { tabs } = useClient()
  const text = useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const open = useOpenConversation()
  const leave = ({ id }: ConversationSummary) => {
    if (id === open) void navigate({ to: paths.messages })
    tabs.post({ type: 'leave-session', account: account.userId, left: toConversationReference(id) })
  }
  const show = ({ id: conversationId, unreadCount }: ConversationSummary) => {
    void account.dispatch({ type: 'ShowConversation', conversationId })
    if (unreadCount > 0) void account.dispatch({ type: 'MarkConversationUnread', conversationId })
  }
  const hide = (row: ConversationSummary) => {
    leave(row)
    void account.dispatch({ type: 'HideConversation', conversationId: row.id })
    const action = { label: text('common.undo'), onPress: () => show(row) }
    toasts.show({ kind: 'info', text: text('messages.hidden', { name: row.title }), action })
  }
  const remove = (row: ConversationSummary) => {
    leave(row)
    void account.dispatch({ type: 'DeleteConversation', conversationId: row.id })
  }
  return { hide, show, remove }
}

export const allRowActions = [
  'read',
  'unread',
  'pin',
  'unpin',
  'mute',
  'unmute',
  'hide',
  'show',
  'delete',
] as const
export type RowAction = (typeof allRowActions)[number]

export const rowActionIcons: Readonly<Record<RowAction, ReactNode>> = {
  read: <MailOpen aria-hidden="true" />,
  unread: <Mail aria-hidden="true" />,
  pin: <Pin aria-hidden="true" />,
  unpin: <PinOff aria-hidden="true" />,
  mute: <BellOff aria-hidden="true" />,
  unmute: <BellRing aria-hidden="true" />,
  hide: <EyeOff aria-hidden="true" />,
  show: <Eye aria-hidden="true" />,
  delete: <Trash2 aria-hidden="true" />,
}

/** Returns the actions of a conversation; an active state offers its opposite [SESS-39 SESS-43 SESS-45 SESS-46]. */
export const rowActions = (
  row: Pick<ConversationSummary, 'unreadCount' | 'isNew' | 'isPinned' | 'isMuted' | 'isHidden'>,
): readonly [RowAction, RowAction, RowAction, RowAction, 'delete'] => [
  row.unreadCount > 0 || row.isNew ? 'read' : 'unread',
  row.isPinned ? 'unpin' : 'pin',
  row.isMuted ? 'unmute' : 'mute',
  row.isHidden ? 'show' : 'hide',
  'delete',
]
