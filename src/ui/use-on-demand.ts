import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LazyPart } from '#streams/once-loaded.ts'
import { useToasts } from './toast.tsx'
import { useText } from './use-text.ts'

/** A component that loads on first use, and the function that loads it. Until then a placeholder renders. */
interface OnDemand<Props> {
  readonly Component: ComponentType<Props> | undefined
  readonly isLoading: boolean
  want(): void
}

/**
 * Loads a component with `load`, which must stay the same. If that fails, a toast reports it, `onFail` reverts
 * the user's action, and the next use tries again.
 */
export const useOnDemand = <Props>(
  load: LazyPart<ComponentType<Props>>,
  onFail?: () => void,
): OnDemand<Props> => {
  const text = useText()
  const toasts = useToasts()
  const isMounted = useRef(true)
  const [isLoading, setIsLoading] = useState(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const want = async () => {
    if (isLoading || load.loaded) return
    setIsLoading(true)
    try {
      await load()
    } catch {
      if (!isMounted.current) return
      toasts.show({ kind: 'error', text: text('errors.network') })
      onFail?.()
    } finally {
      if (isMounted.current) setIsLoading(false)
    }
  }
  return { Component: load.loaded, isLoading, want: () => void want() }
}

/** Loads like `useOnDemand` as soon as `isWanted`. */
export const useWhenNeeded = <Props>(
  isWanted: boolean,
  load: LazyPart<ComponentType<Props>>,
  onFail?: () => void,
): OnDemand<Props> => {
  const onDemand = useOnDemand(load, onFail)
  const want = useEffectEvent(onDemand.want)
  useEffect(() => {
    if (isWanted) want()
  }, [isWanted])
  return onDemand
}

/**
 * Loads code with `load`, a stable function, when the component appears; code that is loaded is there on the first
 * render. `retry` loads it again after a failure.
 */
export const useLoaded = <Loaded>(load: LazyPart<Loaded>) => {
  const [loaded, setLoaded] = useState(() => load.loaded)
  const [hasFailed, setHasFailed] = useState(false)
  const retry = useCallback(() => {
    setHasFailed(false)
    load().then(
      (value) => setLoaded(() => value),
      () => setHasFailed(true),
    )
  }, [load])
  useEffect(retry, [retry])
  return { loaded, hasFailed, retry }
}
