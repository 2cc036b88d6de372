/** The properties of a key press that a shortcut compares; a DOM or React keyboard event has them. */
export interface KeyPress {
  readonly key: string
  /** The physical key. */
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * All keyboard shortcuts by where they work, in the order of the shortcut sheet. Both the handlers and the sheet are
 * built from this table. `Mod` is Command on a Mac and Control elsewhere. Alternatives are separated by a space.
 */
export const shortcutGroups = {
  everywhere: {
    palette: 'Mod+K',
    sheet: '? Mod+/',
    previousConversation: 'Alt+ArrowUp',
    nextConversation: 'Alt+ArrowDown',
    close: 'Escape',
    debug: 'Ctrl+Alt+Shift+D',
  },
  conversation: {
    find: 'Mod+F',
    olderHit: 'F3 Mod+G',
    newerHit: 'Shift+F3 Mod+Shift+G',
    selectAll: 'Mod+A',
  },
  composer: {
    send: 'Enter',
    sendAlways: 'Mod+Enter',
    newLine: 'Shift+Enter',
    editLast: 'ArrowUp',
  },
  messages: {
    olderMessage: 'ArrowUp',
    newerMessage: 'ArrowDown',
    firstMessage: 'Home',
    lastMessage: 'End',
    messageMenu: 'Enter',
    copy: 'Mod+C',
    delete: 'Delete',
  },
  lists: {
    rowMenu: 'Shift+F10 ContextMenu',
  },
} as const

type Groups = typeof shortcutGroups
export type ShortcutGroup = keyof Groups
export type Shortcut = { readonly [Group in ShortcutGroup]: keyof Groups[Group] }[ShortcutGroup]

const combinations: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(shortcutGroups))

/** Returns the alternatives of a shortcut, each as its keys in order, such as `['Mod', 'K']`. */
export const keysOf = (shortcut: Shortcut): readonly (readonly string[])[] =>
  (combinations[shortcut] ?? '').split(' ').map((combination) => combination.split('+'))

/** Returns whether a key press is a shortcut. All modifier keys must be the same. */
export const isShortcut = (press: KeyPress, shortcut: Shortcut): boolean =>
  keysOf(shortcut).some((keys) => hasModifiers(press, keys) && isKey(press, keys.at(-1) ?? ''))

/** Returns the first of several shortcuts that a key press is. */
export const findShortcut = <Name extends Shortcut>(
  press: KeyPress,
  shortcuts: readonly Name[],
): Name | undefined => shortcuts.find((shortcut) => isShortcut(press, shortcut))

function hasModifiers(press: KeyPress, keys: readonly string[]): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = press
  const isCommand = keys.includes('Mod') ? ctrlKey !== metaKey : ctrlKey === keys.includes('Ctrl') && !metaKey
  if (!isCommand || altKey !== keys.includes('Alt')) return false
  // The keyboard layout decides whether a symbol needs Shift.
  return isSymbol(keys.at(-1) ?? '') || shiftKey === keys.includes('Shift')
}

const isSymbol = (key: string): boolean => key.length === 1 && !isLatinLetter(key)
const isLatinLetter = (key: string): boolean => /^[a-z]$/i.test(key)

/** A letter also matches by its place, because Alt and other scripts change what the key types. */
function isKey({ key, code }: KeyPress, wanted: string): boolean {
  if (key.toLowerCase() === wanted.toLowerCase()) return true
  return isLatinLetter(wanted) && !isLatinLetter(key) && code === `Key${wanted}`
}
