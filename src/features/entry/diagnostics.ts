import { useLingui } from '@lingui/react'
import { desktopAbove } from '#src/app/frame-decision.ts'
import { useMedia } from '#src/app/use-media.ts'
import { appVersion } from '#src/app/version.ts'
import { isInstalled } from '#src/platform/device.ts'
import { type Browser, findBrowser } from './browser-support.ts'

/** The facts to diagnose a failing installation. They contain no personal data. */
export interface DiagnosticFacts {
  readonly version: string
  readonly isDesktop: boolean
  readonly isInstalled: boolean
  readonly clientId: string | undefined
  readonly app: string | undefined
  readonly endpoints: EndpointsInUse | undefined
  readonly browser: Browser | undefined
  readonly userAgent: string
  readonly hasWebSocket: boolean
  readonly hasIndexedDb: boolean
  readonly hasWorkers: boolean
  readonly isOnline: boolean
  /** Formatted for the current language. */
  readonly time: string
}

/** The current endpoints of this page. */
export interface EndpointsInUse {
  /** Undefined until one is known. */
  readonly websocket: string | undefined
  readonly api: string | undefined
  readonly file: string | undefined
  readonly fileUpload: string | undefined
}

/** The known facts of this installation. Parts that failed to start are missing. */
export type KnownFacts = Pick<DiagnosticFacts, 'clientId' | 'app' | 'endpoints'>

/** Returns the current facts of this page. */
export const useDiagnosticFacts = (known: KnownFacts): DiagnosticFacts => {
  const { i18n } = useLingui()
  const isDesktop = useMedia(`(width > ${desktopAbove}px)`)
  const time = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'long' })
  return {
    ...known,
    version: appVersion,
    isDesktop,
    isInstalled: isInstalled(),
    browser: findBrowser(navigator.userAgent),
    userAgent: navigator.userAgent,
    hasWebSocket: 'WebSocket' in window,
    hasIndexedDb: 'indexedDB' in window,
    hasWorkers: 'Worker' in window,
    isOnline: navigator.onLine,
    time: time.format(new Date()),
  }
}

/** A row of the table: a catalog id, and its value as text or as a catalog id. */
export interface DiagnosticRow {
  readonly label: string
  readonly values: readonly (string | { readonly id: string })[]
}

const row = (name: string, ...values: DiagnosticRow['values']): DiagnosticRow => ({
  label: `common.diagnostics.${name}`,
  values,
})
const orNone = (value: string | undefined) =>
  value === undefined || value === '' ? { id: 'common.diagnostics.none' } : value
const support = (isSupported: boolean) => ({
  id: isSupported ? 'common.diagnostics.supported' : 'common.diagnostics.not-supported',
})

/** The rows of the diagnostics table, in their order [BOOT-13 BOOT-14 BOOT-15 BOOT-16]. */
export const diagnosticRows = (facts: DiagnosticFacts): readonly DiagnosticRow[] => [
  row(
    'version',
    facts.version,
    { id: facts.isDesktop ? 'common.diagnostics.desktop' : 'common.diagnostics.mobile' },
    { id: facts.isInstalled ? 'common.diagnostics.pwa' : 'common.diagnostics.web' },
  ),
  row('client-id', orNone(facts.clientId)),
  row('app', orNone(facts.app)),
  row('websocket-endpoint', orNone(facts.endpoints?.websocket)),
  row('api-endpoint', orNone(facts.endpoints?.api)),
  row('file-endpoint', orNone(facts.endpoints?.file)),
  row('file-upload-endpoint', orNone(facts.endpoints?.fileUpload)),
  row('browser', orNone(facts.browser && `${facts.browser.name} ${facts.browser.version}`)),
  row('user-agent', facts.userAgent),
  row('websocket', support(facts.hasWebSocket)),
  row('indexed-db', support(facts.hasIndexedDb)),
  row('web-workers', support(facts.hasWorkers)),
  row('network', { id: facts.isOnline ? 'common.diagnostics.online' : 'common.diagnostics.offline' }),
  row('time', facts.time),
]
