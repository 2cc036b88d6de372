import { CommandPalette } from '#src/features/command-palette/command-palette.tsx'
import { ShortcutSheet } from '#src/features/command-palette/shortcut-sheet.tsx'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { onceLoaded } from '#streams/once-loaded.ts'

/** An overlay that the shortcut of the same name opens on every signed-in page. */
export type Overlay = 'palette' | 'sheet' | 'debug'

interface KeyboardOverlaysProps {
  readonly opened: Overlay | undefined
  /** The text that the user typed while the palette loaded. */
  readonly typed: string
  readonly onOpen: (overlay: Overlay | undefined) => void
}

const loadDebugOverlay = onceLoaded(async () => (await import('./debug-overlay.tsx')).DebugOverlay)

/** The command palette, the shortcut sheet, and the diagnostics over any page [BOOT-30]. */
export const KeyboardOverlays = ({ opened, typed, onOpen }: KeyboardOverlaysProps) => {
  const close = () => onOpen(undefined)
  const { Component: DebugOverlay } = useWhenNeeded(opened === 'debug', loadDebugOverlay, close)
  return (
    <>
      <CommandPalette
        isOpen={opened === 'palette'}
        typed={typed}
        onClose={close}
        onShowShortcuts={() => onOpen('sheet')}
      />
      <ShortcutSheet isOpen={opened === 'sheet'} onClose={close} />
      {DebugOverlay && <DebugOverlay isOpen={opened === 'debug'} onClose={close} />}
    </>
  )
}
