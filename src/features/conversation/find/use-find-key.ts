import { useConversationKeys } from '../use-conversation-keys.ts'

/** Whether a key asks to search what is open: Ctrl+F, or Command+F. */
const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Calls `onFind` for Ctrl+F or Command+F, unless something stands over the conversation: there the browser's own search opens. */
export const useFindKey = (onFind: () => void): void =>
  useConversationKeys((event) => (isFindKey(event) ? onFind : undefined))
