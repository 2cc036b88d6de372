import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useToasts } from './toast.tsx'
import { useText } from './use-text.ts'

/** A component that is fetched when it is first used, and what fetches it. Until it is there a stand-in is drawn. */
interface OnDemand<Props> {
  readonly Component: ComponentType<Props> | undefined
  want(): void
}

/** Fetches by `load`, which stays the same; where that fails a toast says so, and the next use tries again. */
export const useOnDemand = <Props>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> => {
  const text = useText()
  const toasts = useToasts()
  const isLoading = useRef(false)
  const isHere = useRef(true)
  const [loaded, setLoaded] = useState<{ readonly Component: ComponentType<Props> }>()
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const want = async () => {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const Component = await load()
      if (isHere.current) setLoaded({ Component })
    } catch {
      isLoading.current = false
      if (isHere.current) toasts.show({ kind: 'error', text: text('errors.network') })
    }
  }
  return { Component: loaded?.Component, want: () => void want() }
}
