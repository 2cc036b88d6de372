import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ConversationId } from '#schemas/ids.ts'

/** What a view of the emoji panel can do. */
export interface EmojiViewProps {
  readonly conversationId: ConversationId
  /** Puts an emoticon's code into what is being written. */
  readonly onEmoticon: (code: string) => void
  /** Something was sent from the panel. */
  readonly onSent: () => void
}

export interface EmojiView {
  readonly id: 'emoji' | 'sticker' | 'custom-sticker'
  /** Key of its name. */
  readonly label: string
  readonly View: LazyExoticComponent<ComponentType<EmojiViewProps>>
}

/** The views of the panel, in the order of their tabs [VIEW-35]. */
export const emojiViews: readonly EmojiView[] = [
  {
    id: 'emoji',
    label: 'composer.emoji.view.emoji',
    View: lazy(async () => ({ default: (await import('./emoticon-grid.tsx')).EmoticonGrid })),
  },
]
