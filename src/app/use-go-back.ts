import { useCallback } from 'react'
import { useHistory } from '#src/routes/history.tsx'

/** Goes back one entry of this tab's history, or to `fallback` when the page was opened directly here. */
export const useGoBack = (fallback: string): (() => void) => {
  const history = useHistory()
  return useCallback(() => {
    if (history.canGoBack()) return history.back()
    history.replace(fallback)
  }, [history, fallback])
}
