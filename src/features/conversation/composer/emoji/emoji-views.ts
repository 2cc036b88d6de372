import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import type { EmojiViewId } from '#src/app/preferences.ts'

/** The callbacks of a view of the emoji panel. */
export interface EmojiViewProps {
  readonly conversationId: ConversationId
  /** Inserts an emoticon's code into the draft. */
  readonly onEmoticon: (code: string) => void
  /** Called after a sticker was sent. */
  readonly onSent: () => void
}

export interface EmojiView {
  readonly id: EmojiViewId
  /** Catalog id of its name. */
  readonly label: string
  readonly View: LazyExoticComponent<ComponentType<EmojiViewProps>>
}

/** The views of the panel in tab order [VIEW-35]. */
export const emojiViews: readonly EmojiView[] = [
  {
    id: 'emoji',
    label: 'composer.emoji.view.emoji',
    View: lazy(async () => ({ default: (await import('./emoticon-grid.tsx')).EmoticonGrid })),
  },
  {
    id: 'sticker',
    label: 'composer.emoji.view.sticker',
    View: lazy(async () => ({ default: (await import('./sticker-view.tsx')).StickerView })),
  },
  {
    id: 'custom-sticker',
    label: 'composer.emoji.view.custom-sticker',
    View: lazy(async () => ({ default: (await import('./custom-sticker-view.tsx')).CustomStickerView })),
  },
]
