import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { stickerColumns } from '#domain/stickers/sticker-rules.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import { StickerPicture, stickerName } from '../../../stickers/sticker-picture.tsx'
import {
  AddStickerInput,
  useAddingStickers,
  useStickerInput,
  useStickerLookup,
} from '../../../stickers/use-adding-stickers.tsx'
import { sendWithQuote } from '../use-sending.ts'
import styles from './sticker-view.module.css'
import { useGridNavigation } from './use-grid-navigation.ts'

interface StickerViewProps {
  readonly conversationId: ConversationId
  /** Called after a sticker was sent. */
  readonly onSent: () => void
}

/** The service's stickers by class. A press sends one immediately [STICK-09 STICK-10 STICK-17 VIEW-16]. */
export const StickerView = ({ conversationId, onSent }: StickerViewProps) => {
  const text = useText()
  const { view, retry } = useStickerLookup(({ service }) => service)
  const send = useSendSticker(conversationId, onSent)
  const [chosen, setChosen] = useState<number>()
  if (view.status !== 'ready') return <StickerLookupState view={view} onRetry={retry} />
  const shown = view.value.find(({ id }) => id === chosen) ?? view.value[0]
  if (!shown) return <p className={styles.hint}>{text('stickers.none')}</p>
  return (
    <div className={styles.view}>
      <StickerGrid
        key={shown.id}
        label={text('composer.emoji.view.sticker')}
        stickers={shown.stickers}
        onPick={send}
      />
      <div role="toolbar" aria-label={text('stickers.classes')} className={styles.classes}>
        {view.value.map(({ id, stickers: [first] }, index) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === shown.id}
            aria-label={text('stickers.class', {
              number: index + 1,
              name: stickerName(text, first?.path ?? '', 1),
            })}
            className={styles.class}
            onClick={() => setChosen(id)}
          >
            {first && <StickerPicture path={first.path} />}
          </button>
        ))}
      </div>
    </div>
  )
}

/**
 * The user's own stickers at 48 px and a button that adds one. A press sends a sticker immediately [STICK-18 VIEW-16].
 */
export const CustomStickerView = ({ conversationId, onSent }: StickerViewProps) => {
  const text = useText()
  const { view, retry } = useStickerLookup(({ own }) => own)
  const send = useSendSticker(conversationId, onSent)
  const input = useStickerInput()
  const { isAdding, addFiles } = useAddingStickers()
  if (view.status !== 'ready') return <StickerLookupState view={view} onRetry={retry} />
  const add = (
    <button
      type="button"
      className={styles.add}
      aria-label={text('stickers.add')}
      title={text('stickers.add')}
      aria-busy={isAdding}
      onClick={() => input.current?.click()}
    >
      {isAdding ? <Spinner size="small" /> : <Plus aria-hidden="true" />}
    </button>
  )
  return (
    <div className={styles.view}>
      <AddStickerInput input={input} onFiles={(files) => void addFiles(files)} />
      <StickerGrid
        isSmall
        label={text('composer.emoji.view.custom-sticker')}
        stickers={view.value.stickers}
        onPick={send}
        before={add}
      />
      {view.value.stickers.length === 0 ? (
        <p className={styles.hint}>{text('stickers.empty-hint')}</p>
      ) : (
        <Link to={paths.stickers} className={styles.manage ?? ''}>
          {text('stickers.manage')}
        </Link>
      )}
    </div>
  )
}

interface StickerGridProps {
  readonly label: string
  readonly stickers: readonly { readonly id: number; readonly path: string }[]
  readonly onPick: (path: string) => void
  /** At 48 px [STICK-18]. */
  readonly isSmall?: boolean
  /** Rendered before the stickers. */
  readonly before?: ReactNode
}

/** Stickers in 5 or 6 columns with arrow key navigation [STICK-17] (DEC-69). */
const StickerGrid = ({ label, stickers, onPick, isSmall = false, before }: StickerGridProps) => {
  const text = useText()
  const columns = useStickerColumns()
  const { grid, onKeyDown, cellProps } = useGridNavigation(stickers.length, columns)
  // React's CSS properties have no custom properties.
  const style = { '--sticker-columns': columns } as CSSProperties
  return (
    <div className={styles.scroll}>
      {before !== undefined && <div className={styles.before}>{before}</div>}
      <div
        ref={grid}
        role="toolbar"
        tabIndex={-1}
        aria-label={label}
        className={styles.grid}
        data-small={isSmall}
        style={style}
        onKeyDown={onKeyDown}
      >
        {stickers.map(({ id, path }, cell) => {
          const name = stickerName(text, path, cell + 1)
          return (
            <button
              key={id}
              type="button"
              aria-label={name}
              title={name}
              {...cellProps(cell)}
              className={styles.sticker}
              // Keeps the focus in the textbox.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(path)}
            >
              <StickerPicture path={path} />
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** Sends a sticker immediately (DEC-17), with the quote of the composer. */
const useSendSticker = (conversationId: ConversationId, onSent: () => void): ((path: string) => void) => {
  const account = useAccount()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  return (path) => {
    void sendSticker(account, conversationId, path).then((outcome) => {
      if (outcome.isOk) onSent()
      else toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
    })
  }
}

/** Sends the sticker at `path` with the quote of the composer. */
export const sendSticker = (
  account: Pick<AccountClient, 'conversations' | 'dispatch'>,
  conversationId: ConversationId,
  path: string,
): Promise<Outcome> =>
  sendWithQuote(account, conversationId, (quote) =>
    account.dispatch({
      type: 'SendContent',
      conversationId,
      contentType: 'emo',
      content: path,
      ...(quote ? { quote } : {}),
    }),
  )

interface StickerLookupStateProps {
  readonly view: Exclude<LookupState<unknown>, { readonly status: 'ready' }>
  readonly onRetry: () => void
}

/** The loading or error state of stickers. */
const StickerLookupState = ({ view, onRetry }: StickerLookupStateProps) => {
  const text = useText()
  const rejectionText = useRejectionText()
  if (view.status === 'loading') {
    return (
      <p role="status" aria-label={text('stickers.loading')} className={styles.state}>
        <Spinner />
      </p>
    )
  }
  return (
    <div role="alert" className={styles.state}>
      <p>{rejectionText(view.rejection)}</p>
      <Button onPress={onRetry}>{text('common.retry')}</Button>
    </div>
  )
}

const columnCount: Readable<5 | 6> = {
  get: () => stickerColumns(window.innerWidth),
  subscribe(listener) {
    window.addEventListener('resize', listener)
    return () => window.removeEventListener('resize', listener)
  },
}

/** The number of stickers in a row at the window's width (DEC-69) [STICK-17]. */
const useStickerColumns = (): 5 | 6 => useReadable(columnCount)
