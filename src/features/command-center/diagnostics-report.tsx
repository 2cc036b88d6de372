import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApp } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useAreaTexts } from '#src/app/use-area-texts.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { useDiagnosticFacts } from '#src/features/entry/diagnostics-table.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import {
  type DiagnosticSection,
  diagnosticSections,
  diagnosticText,
  type StorageUse,
} from './diagnostic-sections.ts'
import styles from './diagnostics-report.module.css'

/** The refresh interval of the values, ms. */
const lookInterval = 2000

/** Returns the storage use of this origin, refreshed every two seconds. */
const useStorageUse = (): StorageUse | undefined => {
  const [use, setUse] = useState<StorageUse>()
  useEffect(() => {
    const look = async () => {
      const estimate = await navigator.storage?.estimate().catch(() => undefined)
      if (estimate?.usage === undefined || estimate.quota === undefined) return
      setUse({ used: estimate.usage, quota: estimate.quota })
    }
    void look()
    const timer = setInterval(() => void look(), lookInterval)
    return () => clearInterval(timer)
  }, [])
  return use
}

/** Loaded with the report, because few users open it. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/diagnostics.po', { import: 'messages' })

/** Diagnostics of an installation, to read and to send. Nothing in them is private (DEC-33). */
export const DiagnosticsReport = () => (useAreaTexts(catalogs) ? <Report /> : <SkeletonList rows={3} />)

const Report = () => {
  const text = useText()
  const copy = useCopy()
  const { i18n } = useLingui()
  const { diagnostics, host, journal } = useApp()
  const { endpoints } = useClient()
  const facts = useDiagnosticFacts({ ...diagnostics, app: useReadable(host).embeddedIn })
  const storage = useStorageUse()
  const connections = useReadable(journal.connections)
  const sections = diagnosticSections(
    { facts, storage, connections, faults: journal.faults(), fileDomains: endpoints.fileDomains() },
    text,
    i18n.locale,
  )
  const none = text('common.diagnostics.none')
  return (
    <div className={styles.report}>
      <div className={styles.top}>
        <p className={styles.hint}>{text('common.diagnostics.hint')}</p>
        <Button icon={<Copy aria-hidden="true" />} onPress={() => void copy(diagnosticText(sections, none))}>
          {text('common.diagnostics.copy')}
        </Button>
      </div>
      {sections.map((section) => (
        <Section key={section.title} {...section} none={none} />
      ))}
    </div>
  )
}

const Section = ({ title, rows, none }: DiagnosticSection & { readonly none: string }) => (
  <table className={styles.table}>
    <caption className={styles.caption}>{title}</caption>
    <tbody>
      {rows.length === 0 && (
        <tr>
          <td colSpan={2}>{none}</td>
        </tr>
      )}
      {rows.map(({ label, value }) => (
        <tr key={`${label} ${value}`}>
          <th scope="row">{label}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
