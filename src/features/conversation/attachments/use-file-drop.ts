import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { hasFiles } from '#src/platform/dragged-files.ts'

/** Takes files dropped anywhere on the screen around `inside`; returns whether files hover over it now. */
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
      // Without this the browser would leave the page for the file.
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
