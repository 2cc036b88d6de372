import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes back one entry of this tab's history, or to `fallback` when the page was opened directly here. */
export const useGoBack = (fallback: string): (() => void) => {
  const { history } = useRouter()
  return useCallback(() => {
    if (history.canGoBack()) return history.back()
    history.replace(fallback)
  }, [history, fallback])
}
