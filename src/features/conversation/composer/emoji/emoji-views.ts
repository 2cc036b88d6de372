import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { EmojiViewId } from '#src/app/preferences.ts'
import type { EmojiViewProps } from './emoji-view-props.ts'

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
