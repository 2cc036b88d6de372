import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { CommandPalette } from './command-palette.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'

/** An overlay that a shortcut of the same name opens on every signed-in page. */
export type Overlay = 'palette' | 'sheet' | 'debug'

interface KeyboardOverlaysProps {
  readonly opened: Overlay | undefined
  /** The text that was typed for the palette before it was there. */
  readonly typed: string
  readonly onOpen: (overlay: Overlay | undefined) => void
}

const loadDebugOverlay = async () => (await import('#src/app/overlays/debug-overlay.tsx')).DebugOverlay

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
