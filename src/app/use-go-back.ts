import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes back one entry of this tab's history, or to `fallback` when the page was opened directly here. */
export const useGoBack = (fallback: string): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return useCallback(() => {
    if (canGoBack) return router.history.back()
    void router.navigate({ to: fallback, replace: true })
  }, [router, canGoBack, fallback])
}
