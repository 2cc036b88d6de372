import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useToasts } from './toast.tsx'
import { useText } from './use-text.ts'

/** A component that is fetched when it is first used, and what fetches it. Until it is there a stand-in is drawn. */
interface OnDemand<Props> {
  readonly Component: ComponentType<Props> | undefined
  readonly isLoading: boolean
  want(): void
}

/** What came once is there for everybody. */
const fetched = new WeakMap<object, unknown>()

/**
 * Fetches by `load`, which stays the same; where that fails a toast says so, `onFail` takes back what was begun, and the next use
 * tries again.
 */
export const useOnDemand = <Props>(
  load: () => Promise<ComponentType<Props>>,
  onFail?: () => void,
): OnDemand<Props> => {
  const text = useText()
  const toasts = useToasts()
  const isHere = useRef(true)
  const [isLoading, setIsLoading] = useState(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const want = async () => {
    if (isLoading || fetched.has(load)) return
    setIsLoading(true)
    try {
      fetched.set(load, await load())
    } catch {
      if (!isHere.current) return
      toasts.show({ kind: 'error', text: text('errors.network') })
      onFail?.()
    } finally {
      if (isHere.current) setIsLoading(false)
    }
  }
  // Whatever is kept under `load` is what it gave.
  const Component = fetched.get(load) as ComponentType<Props> | undefined
  return { Component, isLoading, want: () => void want() }
}

/** Fetches as `useOnDemand` does, as soon as `isWanted`. */
export const useWhenWanted = <Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFail?: () => void,
): OnDemand<Props> => {
  const onDemand = useOnDemand(load, onFail)
  const want = useEffectEvent(onDemand.want)
  useEffect(() => {
    if (isWanted) want()
  }, [isWanted])
  return onDemand
}
