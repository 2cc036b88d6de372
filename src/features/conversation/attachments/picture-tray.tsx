import { X } from 'lucide-react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './picture-tray.module.css'
import type { PickedPictures } from './use-picked-pictures.ts'

/** The pictures chosen to be sent, small, each with a button that drops it again. */
export const PictureTray = ({ pictures }: { readonly pictures: PickedPictures }) => {
  const text = useText()
  if (pictures.all.length === 0) return null
  return (
    <ul aria-label={text('conversation.attachments')} className={styles.tray}>
      {pictures.all.map(({ id, name, preview, outgoing }) => (
        <li key={id} className={styles.item}>
          <img src={preview} alt={name} className={styles.picture} />
          {outgoing === undefined && (
            <span className={styles.preparing}>
              <Spinner size="small" isDecorative />
            </span>
          )}
          <span className={styles.remove}>
            <IconButton
              label={text('conversation.attachment.remove', { name })}
              icon={<X aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => pictures.remove(id)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
