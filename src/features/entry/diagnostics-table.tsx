import type { Messages } from '@lingui/core'
import { useOptionalTexts } from '#src/app/use-area-texts.ts'
import { useText } from '#src/ui/use-text.ts'
import { diagnosticRows, type KnownFacts, useDiagnosticFacts } from './diagnostics.ts'
import styles from './diagnostics-table.module.css'

const catalogs = import.meta.glob<Messages>('../../../locales/*/diagnostics.po', { import: 'messages' })

/** A table for the support of this installation. Nothing until its texts are loaded. */
export const DiagnosticsTable = (known: KnownFacts) => {
  const text = useText()
  const hasTexts = useOptionalTexts(catalogs)
  const rows = diagnosticRows(useDiagnosticFacts(known))
  if (!hasTexts) return null
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
