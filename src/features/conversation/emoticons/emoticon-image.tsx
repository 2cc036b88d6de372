import type { Emoticon } from '#domain/message/emoticons.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './emoticon.module.css'
import { emoticonPicture } from './emoticon-address.ts'

/** An emoticon in a line of text: its character, over which its picture lies, so that it is copied as text [MSG-25]. */
export const EmoticonImage = ({ emoticon }: { readonly emoticon: Emoticon }) => {
  const text = useText()
  return (
    <span
      role="img"
      aria-label={text(`composer.emoticon.${emoticon.name}`)}
      className={styles.emoticon}
      style={{ backgroundImage: emoticonPicture(emoticon) }}
    >
      {emoticon.character}
    </span>
  )
}
