import { useSyncExternalStore } from 'react'
import { stickerColumns } from '#domain/stickers/sticker-rules.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** How many stickers stand in a row at the window's width (DEC-69) [STICK-17]. */
export const useStickerColumns = (): 5 | 6 =>
  useSyncExternalStore(subscribe, () => stickerColumns(window.innerWidth))
