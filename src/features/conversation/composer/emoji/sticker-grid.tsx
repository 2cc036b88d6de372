import type { CSSProperties, ReactNode } from 'react'
import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { stickerColumns } from '#domain/stickers/sticker-rules.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import { StickerPicture, stickerName } from '../../../stickers/sticker-picture.tsx'
import { sendWithQuote } from '../send-with-quote.ts'
import styles from './sticker-view.module.css'
import { useGridNavigation } from './use-grid-navigation.ts'

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
export const StickerGrid = ({ label, stickers, onPick, isSmall = false, before }: StickerGridProps) => {
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
export const useSendSticker = (
  conversationId: ConversationId,
  onSent: () => void,
): ((path: string) => void) => {
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
      ...{ type: 'SendContent', conversationId, contentType: 'emo', content: path },
      ...(quote ? { quote } : {}),
    }),
  )

interface StickerLookupStateProps {
  readonly view: Exclude<LookupState<unknown>, { readonly status: 'ready' }>
  readonly onRetry: () => void
}

/** The loading or error state of stickers. */
export const StickerLookupState = ({ view, onRetry }: StickerLookupStateProps) => {
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
