import { useText } from '#src/ui/use-text.ts'
import { diagnosticRows, type KnownFacts, useDiagnosticFacts } from './diagnostics.ts'
import styles from './diagnostics-table.module.css'

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
