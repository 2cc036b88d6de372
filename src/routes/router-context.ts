import type { Client } from '#client/client.ts'
import type { HostStore } from '#src/app/host.ts'
import type { PreferenceStore } from '#src/app/preferences.ts'

/** What guards and loaders may use. */
export interface RouterContext {
  readonly client: Client
  readonly preferences: PreferenceStore
  readonly host: HostStore
  readonly isBrowserCompatible: () => boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The part of the frame this page belongs to: its navigation entry and list pane. */
    readonly section?: 'messages' | 'contact' | 'my'
    /** In compact frames it covers the section's first page, without the bottom bar. */
    readonly isPushed?: boolean
    /** The page covers the whole window; the page below it stays mounted. */
    readonly isOverPage?: boolean
  }
}
