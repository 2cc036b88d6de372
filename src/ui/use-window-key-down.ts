import { useEffect, useEffectEvent } from 'react'

/** Calls `onKeyDown` for each key, wherever the focus is, while `isActive`. */
export const useWindowKeyDown = (onKeyDown: (event: KeyboardEvent) => void, isActive: boolean): void => {
  const press = useEffectEvent(onKeyDown)
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isActive])
}
