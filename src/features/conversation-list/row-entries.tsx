import { BellOff, BellRing, EyeOff, Mail, MailOpen, Pin, PinOff, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { MenuEntry } from '#src/ui/menu.tsx'
import type { Translate } from '#src/ui/use-text.ts'

export const rowActions = ['read', 'unread', 'pin', 'unpin', 'mute', 'unmute', 'hide', 'delete'] as const
export type RowAction = (typeof rowActions)[number]

const icons: Readonly<Record<RowAction, ReactNode>> = {
  read: <MailOpen aria-hidden="true" />,
  unread: <Mail aria-hidden="true" />,
  pin: <Pin aria-hidden="true" />,
  unpin: <PinOff aria-hidden="true" />,
  mute: <BellOff aria-hidden="true" />,
  unmute: <BellRing aria-hidden="true" />,
  hide: <EyeOff aria-hidden="true" />,
  delete: <Trash2 aria-hidden="true" />,
}

/** What can be done with a conversation, each with its opposite in its place [SESS-39 SESS-43 SESS-45 SESS-46]. */
export const actionsOf = (
  row: Pick<ConversationSummary, 'unreadCount' | 'isNew' | 'isPinned' | 'isMuted'>,
): readonly RowAction[] => [
  row.unreadCount > 0 || row.isNew ? 'read' : 'unread',
  row.isPinned ? 'unpin' : 'pin',
  row.isMuted ? 'unmute' : 'mute',
  'hide',
  'delete',
]

export const entriesOf = (row: ConversationSummary, text: Translate): readonly MenuEntry[] =>
  actionsOf(row).map((action) => ({
    id: action,
    label: text(`messages.action.${action}`),
    icon: icons[action],
    isDanger: action === 'delete',
  }))
