import type { Emoticon } from '#domain/message/emoticons.ts'
import { useText } from '#src/ui/use-text.ts'
import { emoticonAddress } from './emoticon-address.ts'
import styles from './emoticon-image.module.css'

/** An emoticon in a line of text; copied as text it gives its character [MSG-25]. */
export const EmoticonImage = ({ emoticon }: { readonly emoticon: Emoticon }) => {
  const text = useText()
  return (
    <img
      className={styles.emoticon}
      src={emoticonAddress(emoticon)}
      alt={emoticon.character}
      aria-label={text(`composer.emoticon.${emoticon.name}`)}
      draggable={false}
    />
  )
}
