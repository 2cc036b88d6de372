import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { hasFiles } from '#src/platform/dragged-files.ts'

/** Accepts files dropped anywhere on the screen around `inside`. Returns whether files are being dragged over it. */
export const useFileDrop = (
  inside: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean => {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const screen = inside.current?.closest('main')
    if (!screen) return
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser navigates to the file.
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && screen.contains(event.relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    screen.addEventListener('dragover', over)
    screen.addEventListener('dragleave', leave)
    screen.addEventListener('drop', drop)
    return () => {
      screen.removeEventListener('dragover', over)
      screen.removeEventListener('dragleave', leave)
      screen.removeEventListener('drop', drop)
    }
  }, [inside])
  return isOver
}

/**
 * Text types that programs copy together with a picture of that text. File managers add only plain text to their files.
 */
const writtenTypes: readonly string[] = ['text/html', 'text/rtf']

/** The files of a paste. Empty when formatted text came with them, because they are then pictures of that text. */
export const pastedFiles = ({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): readonly File[] => {
  const { files, types } = clipboardData
  const isPictureOfText = types.includes('text/plain') && types.some((type) => writtenTypes.includes(type))
  return isPictureOfText ? [] : [...files]
}
