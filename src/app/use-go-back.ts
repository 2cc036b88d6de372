import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes back one entry of this tab's history, or to `fallback` if the page was opened directly. */
export const useGoBack = (fallback: string): (() => void) => {
  const { history } = useRouter()
  return useCallback(() => {
    if (history.canGoBack()) return history.back()
    history.replace(fallback)
  }, [history, fallback])
}
