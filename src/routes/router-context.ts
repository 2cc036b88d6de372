import { createContext } from 'react'
import type { Client } from '#client/client.ts'
import type { HostStore } from '#src/app/host.ts'
import type { PreferenceStore } from '#src/app/preferences.ts'
import type { Translation } from '#src/app/translation.ts'

/** The services that guards and loaders may use. */
export interface RouterContext {
  readonly client: Client
  readonly preferences: PreferenceStore
  readonly host: HostStore
  readonly isBrowserCompatible: () => boolean
  readonly translation: Pick<Translation, 'add'>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The section of this page: its navigation entry and list pane. */
    readonly section?: 'messages' | 'contact' | 'my'
    /** In compact frames the page covers the section's first page and the bottom bar. */
    readonly isPushed?: boolean
    /** The page covers the whole window. The page below it stays mounted. */
    readonly isOverlay?: boolean
  }
}

/** Whether a pending page will be a panel over a page that is already loaded. */
export const PanelRouteContext = createContext(false)
