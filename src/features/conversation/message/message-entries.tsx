import {
  AtSign,
  Bookmark,
  Copy,
  Download,
  Forward,
  Info,
  ListChecks,
  Pencil,
  Pin,
  PinOff,
  Reply,
  RotateCw,
  SmilePlus,
  Sticker,
  Trash2,
  TriangleAlert,
  Undo2,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { collectableOf } from '#domain/collections/collecting.ts'
import { canDownload } from '#domain/media/download.ts'
import { canRecall } from '#domain/message/decide-deletion.ts'
import { isEditable } from '#domain/message/edits.ts'
import { canBePinned } from '#domain/message/pins.ts'
import { canReactTo } from '#domain/message/reactions.ts'
import { canForward, canSelect } from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { canSaveAsSticker } from '#domain/stickers/sticker-rules.ts'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import type { Translate } from '#src/ui/use-text.ts'

/** The facts that decide which entries are offered. */
export interface EntryFacts {
  readonly message: TimelineMessage
  readonly isGroup: boolean
  /** Whether the user can write in this conversation now. */
  readonly canWrite: boolean
  /** Whether the server has reactions. */
  readonly hasReactions: boolean
  /** Whether the server lets people edit their texts. */
  readonly hasEditing: boolean
  /** Whether this user may pin messages for all members. */
  readonly canPin: boolean
  /** Server time, ms. */
  readonly now: number
}

export type MessageAction =
  | 'retry'
  | 'copy'
  | 'edit'
  | 'quote'
  | 'mention'
  | 'react'
  | 'reactions'
  | 'pin'
  | 'unpin'
  | 'forward'
  | 'select'
  | 'save'
  | 'download'
  | 'add-sticker'
  | 'details'
  | 'report'
  | 'recall'
  | 'delete'
  | 'discard'

interface Entry {
  readonly id: MessageAction
  readonly icon: ReactNode
  readonly isDanger?: boolean
  readonly isOffered: (facts: EntryFacts) => boolean
}

/** Pictures, videos, sounds and files can be saved, but not those of disappearing messages (DEC-162). */
const isKeepable = (message: TimelineMessage): boolean =>
  message.type !== 'emo' && !message.timerSeconds && canDownload(message)

/** Whether this user may react to the message. */
export function canReact({ message, canWrite, hasReactions }: EntryFacts): boolean {
  return hasReactions && canWrite && message.serverId !== undefined && canReactTo(message)
}

/** Whether this user may pin or unpin the message. */
const isPinnable = ({ message, canWrite, canPin }: EntryFacts): boolean =>
  canPin && canWrite && message.serverId !== undefined && canBePinned(message)

const isUnsent = ({ state }: TimelineMessage): boolean => state === 'failed' || state === 'stale'

/**
 * The menu "Message actions". Each row has a rule that decides whether it is offered (DEC-103)
 * [VIEW-40 VIEW-41 VIEW-42 MSG-47].
 */
const entries: readonly Entry[] = [
  { id: 'retry', icon: <RotateCw />, isOffered: ({ message }) => message.canRetry },
  { id: 'copy', icon: <Copy />, isOffered: ({ message }) => message.type === 'txt' },
  {
    id: 'edit',
    icon: <Pencil />,
    isOffered: ({ message, canWrite, hasEditing, now }) => hasEditing && canWrite && isEditable(message, now),
  },
  { id: 'quote', icon: <Reply />, isOffered: ({ message, canWrite }) => canSelect(message) && canWrite },
  {
    id: 'mention',
    icon: <AtSign />,
    isOffered: ({ message, isGroup, canWrite }) =>
      isGroup && canWrite && !message.isOwn && canSelect(message),
  },
  { id: 'react', icon: <SmilePlus />, isOffered: canReact },
  {
    id: 'reactions',
    icon: <Users />,
    isOffered: ({ message, hasReactions }) => hasReactions && (message.reactions?.length ?? 0) > 0,
  },
  {
    id: 'pin',
    icon: <Pin />,
    isOffered: (facts) => isPinnable(facts) && !facts.message.isPinned,
  },
  {
    id: 'unpin',
    icon: <PinOff />,
    isOffered: (facts) => isPinnable(facts) && facts.message.isPinned === true,
  },
  { id: 'forward', icon: <Forward />, isOffered: ({ message }) => canForward(message) },
  { id: 'select', icon: <ListChecks />, isOffered: ({ message }) => canSelect(message) },
  { id: 'save', icon: <Bookmark />, isOffered: ({ message }) => collectableOf(message) !== undefined },
  { id: 'download', icon: <Download />, isOffered: ({ message }) => isKeepable(message) },
  { id: 'add-sticker', icon: <Sticker />, isOffered: ({ message }) => canSaveAsSticker(message) },
  { id: 'details', icon: <Info />, isOffered: ({ message }) => canSelect(message) },
  {
    id: 'report',
    icon: <TriangleAlert />,
    isOffered: ({ message }) => !message.isOwn && canSelect(message),
  },
  {
    id: 'recall',
    icon: <Undo2 />,
    isOffered: ({ message, now }) => canSelect(message) && canRecall(message, now),
  },
  { id: 'delete', icon: <Trash2 />, isDanger: true, isOffered: ({ message }) => canSelect(message) },
  { id: 'discard', icon: <Trash2 />, isDanger: true, isOffered: ({ message }) => isUnsent(message) },
]

/** Returns the available actions of a message, in menu order. */
export const offeredActions = (facts: EntryFacts): readonly MessageAction[] =>
  entries.filter(({ isOffered }) => isOffered(facts)).map(({ id }) => id)

export const menuEntriesOf = (facts: EntryFacts, text: Translate): readonly MenuEntry[] =>
  entries
    .filter(({ isOffered }) => isOffered(facts))
    .map(({ id, icon, isDanger = false }) => ({
      id,
      icon,
      isDanger,
      label: text(`conversation.action.${id}`),
    }))

export const isMessageAct = (id: string): id is MessageAction => entries.some((entry) => entry.id === id)
