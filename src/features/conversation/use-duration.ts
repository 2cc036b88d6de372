import { useCallback } from 'react'
import { sayDuration } from '#domain/formats/duration.ts'
import { useText } from '#src/ui/use-text.ts'

/** Says so many seconds in the chosen language. */
export const useDuration = (): ((seconds: number) => string) => {
  const text = useText()
  return useCallback(
    (seconds) => {
      const { unit, count } = sayDuration(seconds)
      return text(`conversation.duration.${unit}`, { count })
    },
    [text],
  )
}
