import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { hasFiles } from '#src/platform/dragged-files.ts'

/** Accepts files dropped anywhere on the page around `inside`. Returns whether files are dragged over that page. */
export const useFileDrop = (
  inside: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean => {
  const [isOver, setOver] = useState(false)
  const handleFiles = useEffectEvent(onFiles)
  useEffect(() => {
    const page = inside.current?.closest('main')
    if (!page) return
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser navigates to the file.
      event.preventDefault()
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && page.contains(event.relatedTarget))) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      handleFiles([...(event.dataTransfer?.files ?? [])])
    }
    page.addEventListener('dragover', onDragOver)
    page.addEventListener('dragleave', onDragLeave)
    page.addEventListener('drop', onDrop)
    return () => {
      page.removeEventListener('dragover', onDragOver)
      page.removeEventListener('dragleave', onDragLeave)
      page.removeEventListener('drop', onDrop)
    }
  }, [inside])
  return isOver
}

/**
 * Types of formatted text. Programs that copy such text add a picture of it; file managers add only plain text to their
 * files.
 */
const formattedTypes: readonly string[] = ['text/html', 'text/rtf']

/** Returns the files of a paste. Empty if formatted text came with them, because they are then pictures of that text. */
export const pastedFiles = ({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): readonly File[] => {
  const { files, types } = clipboardData
  const isPictureOfText = types.includes('text/plain') && types.some((type) => formattedTypes.includes(type))
  return isPictureOfText ? [] : [...files]
}
