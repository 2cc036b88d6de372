import { X } from 'lucide-react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './seeking-note.module.css'

/** Shown over the messages while a jump loads its target. */
export const SeekingNote = ({ onCancel }: { readonly onCancel: () => void }) => {
  const text = useText()
  return (
    <div className={styles.place}>
      <div role="status" className={styles.note}>
        <Spinner size="small" isDecorative />
        {text('conversation.seeking')}
        <IconButton label={text('common.cancel')} icon={<X />} onPress={onCancel} />
      </div>
    </div>
  )
}
