import { useLingui } from '@lingui/react'
import { desktopAbove } from '#src/app/frame-decision.ts'
import { useMedia } from '#src/app/use-media.ts'
import { appVersion } from '#src/app/version.ts'
import { isInstalled } from '#src/platform/device.ts'
import { useText } from '#src/ui/use-text.ts'
import { findBrowser } from './browser-support.ts'
import { type DiagnosticFacts, diagnosticRows } from './diagnostics.ts'
import styles from './diagnostics-table.module.css'

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

/** A table for the support of this installation. */
export const DiagnosticsTable = (known: KnownFacts) => {
  const text = useText()
  const rows = diagnosticRows(useDiagnosticFacts(known))
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{text('common.diagnostics.title')}</caption>
      <tbody>
        {rows.map(({ label, values }) => (
          <tr key={label}>
            <th scope="row">{text(label)}</th>
            <td>{values.map((value) => (typeof value === 'string' ? value : text(value.id))).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
