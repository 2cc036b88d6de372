import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useRef } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { oneOf } from '#src/app/one-of.ts'
import { type EmojiViewId, emojiViewIds } from '#src/app/preferences.ts'
import { isPageCovered } from '#src/ui/is-page-covered.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './emoji-panel.module.css'

/** The callbacks of a view of the panel. */
export interface EmojiViewProps {
  readonly conversationId: ConversationId
  /** Inserts an emoji or an emoticon's code into the draft. */
  readonly onInsert: (text: string) => void
  /** Called after a sticker was sent. */
  readonly onSent: () => void
}

interface EmojiPanelProps extends EmojiViewProps {
  readonly id: string
  readonly onClose: () => void
  readonly onEscape: () => void
}

/** The emoji panel: emoticons and the other views of the table [VIEW-16 VIEW-35]. */
export const EmojiPanel = ({ id, onClose, onEscape, ...props }: EmojiPanelProps) => {
  const text = useText()
  const panel = useRef<HTMLElement>(null)
  // Opens the view used last [VIEW-35].
  const [{ emojiView }, change] = usePreferences()
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      const form = panel.current?.closest('form')
      if (target instanceof Node && !form?.contains(target)) onClose()
    }
    // Wherever the focus is: in the panel, on its button or in the textbox.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || isPageCovered()) return
      event.stopPropagation()
      onEscape()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('keydown', press, true)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('keydown', press, true)
    }
  }, [onClose, onEscape])
  const [first, ...others] = emojiViews
  return (
    <section ref={panel} id={id} aria-label={text('composer.emoji')} className={styles.panel}>
      {first && others.length === 0 ? (
        <Content view={first} {...props} />
      ) : (
        <Tabs
          isFilling
          label={text('composer.emoji.views')}
          selected={emojiView}
          onSelect={(view) => change({ emojiView: oneOf(emojiViewIds, view) ?? emojiView })}
          items={emojiViews.map((view) => ({
            id: view.id,
            label: text(view.label),
            content: <Content view={view} {...props} />,
          }))}
        />
      )}
    </section>
  )
}

const Content = ({ view: { View }, ...props }: EmojiViewProps & { readonly view: EmojiView }) => {
  const text = useText()
  return (
    <Suspense
      fallback={
        <p role="status" aria-label={text('composer.emoji.loading')} className={styles.loading}>
          <Spinner />
        </p>
      }
    >
      <View {...props} />
    </Suspense>
  )
}

interface EmojiView {
  readonly id: EmojiViewId
  /** Catalog id of its name. */
  readonly label: string
  readonly View: LazyExoticComponent<ComponentType<EmojiViewProps>>
}

/** The views of the panel in tab order [VIEW-35]. */
const emojiViews: readonly EmojiView[] = [
  {
    id: 'emoji',
    label: 'composer.emoji.view.emoji',
    View: lazy(async () => ({ default: (await import('./emoji-view.tsx')).EmojiView })),
  },
  {
    id: 'sticker',
    label: 'composer.emoji.view.sticker',
    View: lazy(async () => ({ default: (await import('./sticker-view.tsx')).StickerView })),
  },
  {
    id: 'custom-sticker',
    label: 'composer.emoji.view.custom-sticker',
    View: lazy(async () => ({ default: (await import('./sticker-view.tsx')).CustomStickerView })),
  },
]
