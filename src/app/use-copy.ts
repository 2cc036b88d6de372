import { useCallback } from 'react'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Copies a text and shows a confirmation [FRIEND-66]. */
export const useCopy = (): ((value: string) => Promise<void>) => {
  const text = useText()
  const toasts = useToasts()
  return useCallback(
    async (value) => {
      try {
        await navigator.clipboard.writeText(value)
        toasts.show({ kind: 'success', text: text('common.copy-success') })
      } catch {
        toasts.show({ kind: 'error', text: text('common.copy-failed') })
      }
    },
    [text, toasts],
  )
}
