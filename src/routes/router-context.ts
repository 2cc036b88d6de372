import type { Client } from '#machines/client/client.ts'
import type { Host } from '#src/app/host.ts'
import type { PreferenceStore } from '#src/app/preferences.ts'

/** What guards and loaders may use. */
export interface RouterContext {
  readonly client: Client
  readonly preferences: PreferenceStore
  /** Read anew each time: an opening link may have just changed it. */
  readonly host: () => Host
  readonly keepHost: (host: Partial<Host>) => void
  readonly isBrowserCompatible: () => boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The part of the frame this page belongs to: its navigation entry and list pane. */
    readonly section?: 'messages' | 'contact' | 'my'
    /** In compact frames it covers the section's first page, without the bottom bar. */
    readonly isPushed?: boolean
  }
}
