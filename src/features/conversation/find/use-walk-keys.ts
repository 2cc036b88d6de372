import { useEffect, useEffectEvent } from 'react'
import { useCovered } from '../use-visible.ts'
import { isPageCovered } from './use-find-key.ts'

interface WalkKeys {
  readonly onOlder: () => void
  readonly onNewer: () => void
  readonly onClose: () => void
}

/** Ctrl+G, Command+G and F3 go to the next hit, which is an older one, with Shift back to the newer one; Escape ends it. */
export const useWalkKeys = (keys: WalkKeys): void => {
  const isKeptBehind = useCovered()
  const act = useEffectEvent((event: KeyboardEvent) => {
    const task = taskOf(event, keys)
    if (task === undefined || event.defaultPrevented || isPageCovered()) return
    event.preventDefault()
    task()
  })
  useEffect(() => {
    if (isKeptBehind) return
    const listen = (event: KeyboardEvent) => act(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isKeptBehind])
}

function taskOf(event: KeyboardEvent, { onOlder, onNewer, onClose }: WalkKeys): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey) return undefined
  const isPlain = !ctrlKey && !metaKey
  if (key === 'Escape' && isPlain && !shiftKey) return onClose
  const isNext = key === 'F3' ? isPlain : key.toLowerCase() === 'g' && ctrlKey !== metaKey
  if (!isNext) return undefined
  return shiftKey ? onNewer : onOlder
}
