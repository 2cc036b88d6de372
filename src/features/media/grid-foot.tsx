import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-grid.module.css'

export type GridFootState = 'loading' | 'waiting' | 'failed' | 'complete'

interface GridFootProps {
  readonly state: GridFootState
  readonly onGoOn: () => void
}

/** The end of what is shown: older media come, did not come, are to be asked for, or there are none. */
export const GridFoot = ({ state, onGoOn }: GridFootProps) => {
  const text = useText()
  return (
    <div className={styles.foot}>
      {state === 'loading' && <Spinner size="small" />}
      {state === 'failed' && <p role="alert">{text('media.older-failed')}</p>}
      {state === 'failed' && <Button onPress={onGoOn}>{text('common.retry')}</Button>}
      {state === 'waiting' && <Button onPress={onGoOn}>{text('media.further')}</Button>}
    </div>
  )
}
