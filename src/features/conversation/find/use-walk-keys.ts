import { useConversationKeys } from '../use-conversation-keys.ts'

interface WalkKeys {
  readonly onOlder: () => void
  readonly onNewer: () => void
  readonly onClose: () => void
}

/** Ctrl+G, Command+G and F3 go to the next hit, which is an older one, with Shift back to the newer one; Escape ends it. */
export const useWalkKeys = (keys: WalkKeys): void => useConversationKeys((event) => taskOf(event, keys))

function taskOf(event: KeyboardEvent, { onOlder, onNewer, onClose }: WalkKeys): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey) return undefined
  const isPlain = !ctrlKey && !metaKey
  if (key === 'Escape' && isPlain && !shiftKey) return onClose
  const isNext = key === 'F3' ? isPlain : key.toLowerCase() === 'g' && ctrlKey !== metaKey
  if (!isNext) return undefined
  return shiftKey ? onNewer : onOlder
}
