import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { findBuiltInSticker } from '#domain/stickers/built-in-stickers.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { useFilePass } from '../media/use-download.tsx'
import styles from './sticker-picture.module.css'

/** Returns the name of a sticker: the app's own by name, the user's by position, from 1. */
export function stickerName(text: Translate, path: string, place: number): string {
  const builtIn = findBuiltInSticker(path)
  return builtIn ? text(`stickers.name.${builtIn.name}`) : text('stickers.own-name', { number: place })
}

/** A sticker's image; its button or message provides the accessible name. */
export const StickerPicture = ({ path }: { readonly path: string }) => {
  const text = useText()
  const hasPass = useFilePass()
  const [status, setStatus] = useState<'loading' | 'loaded' | 'broken'>('loading')
  const isReady = hasPass || findBuiltInSticker(path) !== undefined
  if (status === 'broken') {
    return (
      <span className={styles.broken} title={text('conversation.sticker.broken')}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  return (
    <span className={styles.frame} data-status={status}>
      {isReady && (
        <img
          src={path}
          alt=""
          draggable={false}
          onLoad={() => setStatus('loaded')}
          onError={() => setStatus('broken')}
        />
      )}
    </span>
  )
}
