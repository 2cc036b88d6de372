import type { LookupView } from '#client/client.ts'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './sticker-view.module.css'

interface StickerLookupStateProps {
  readonly view: Exclude<LookupView<unknown>, { readonly status: 'ready' }>
  readonly onRetry: () => void
}

/** Stands in for stickers that are not there yet, or could not be fetched. */
export const StickerLookupState = ({ view, onRetry }: StickerLookupStateProps) => {
  const text = useText()
  const refusalText = useRefusalText()
  if (view.status === 'loading') {
    return (
      <p role="status" aria-label={text('stickers.loading')} className={styles.state}>
        <Spinner />
      </p>
    )
  }
  return (
    <div role="alert" className={styles.state}>
      <p>{refusalText(view.refusal)}</p>
      <Button onPress={onRetry}>{text('common.retry')}</Button>
    </div>
  )
}
