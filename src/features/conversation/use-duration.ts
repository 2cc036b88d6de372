import { useCallback } from 'react'
import { exactDuration } from '#domain/formats/duration.ts'
import { useText } from '#src/ui/use-text.ts'

/** Returns a formatter of durations in the current language; its argument is in seconds. */
export const useDuration = (): ((seconds: number) => string) => {
  const text = useText()
  return useCallback(
    (seconds) => {
      const { unit, count } = exactDuration(seconds)
      return text(`conversation.duration.${unit}`, { count })
    },
    [text],
  )
}
