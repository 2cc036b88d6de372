import { keysOf, type Shortcut, type ShortcutGroup, shortcutGroups } from '#domain/keyboard/shortcuts.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './shortcut-sheet.module.css'

interface ShortcutSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

// `Object.keys` returns strings.
const groups = Object.keys(shortcutGroups) as readonly ShortcutGroup[]
const shortcutsOf = (group: ShortcutGroup) => Object.keys(shortcutGroups[group]) as readonly Shortcut[]

/** The debug overlay is for support, who know its shortcut. */
const unlisted: ReadonlySet<Shortcut> = new Set(['debug'])

/** All keyboard shortcuts, by where they work. */
export const ShortcutSheet = ({ isOpen, onClose }: ShortcutSheetProps) => {
  const text = useText()
  return (
    <Dialog title={text('commands.shortcuts')} isOpen={isOpen} onClose={onClose} hasClose>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`shortcuts-${group}`}>
          <h3 id={`shortcuts-${group}`} className={styles.heading}>
            {text(`commands.group.${group}`)}
          </h3>
          <dl>
            {shortcutsOf(group)
              .filter((shortcut) => !unlisted.has(shortcut))
              .map((shortcut) => (
                <div key={shortcut} className={styles.row}>
                  <dt>{text(`commands.shortcut.${shortcut}`)}</dt>
                  <dd>
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The key combinations of a shortcut, in a row. */
const Keys = ({ shortcut }: { readonly shortcut: Shortcut }) => (
  <>
    {keysOf(shortcut).map((keys) => (
      <span key={keys.join()} className={styles.keys}>
        {keys.map((key) => (
          <kbd key={key}>{keyLabel(key, isMac())}</kbd>
        ))}
      </span>
    ))}
  </>
)

/** Names and signs of keys, on a Mac and on other systems. Other keys are shown as they are written in the table. */
const signs: Readonly<Record<string, readonly [string, string]>> = {
  Mod: ['⌘', 'Ctrl'],
  Ctrl: ['⌃', 'Ctrl'],
  Alt: ['⌥', 'Alt'],
  Shift: ['⇧', 'Shift'],
  Enter: ['↩', 'Enter'],
  Escape: ['Esc', 'Esc'],
  Delete: ['⌦', 'Del'],
  ContextMenu: ['☰', '☰'],
  ArrowUp: ['↑', '↑'],
  ArrowDown: ['↓', '↓'],
}

/** Returns the label of a key on a Mac or on another system. */
export const keyLabel = (key: string, isMac: boolean): string => signs[key]?.[isMac ? 0 : 1] ?? key
