import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApp } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import type { ConnectionChange } from '#src/app/connection-history.ts'
import type { Fault } from '#src/app/ports/report.ts'
import { useAreaTexts } from '#src/app/use-area-texts.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { type DiagnosticFacts, diagnosticRows, useDiagnosticFacts } from '#src/features/entry/diagnostics.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { fileSizeIn } from '#src/ui/use-file-size.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import type { FileDomainRecord } from '#streams/endpoints/file-domain.ts'
import styles from './diagnostics-screen.module.css'

/** The command center of a production build: only diagnostics [ROUTE-11] (DEC-33). */
export const DiagnosticsScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.messages)
  return (
    <div className={styles.page}>
      <Screen title={text('common.diagnostics.title')} onBack={goBack} isNarrow>
        <DiagnosticsReport />
      </Screen>
    </div>
  )
}

/** The refresh interval of the values, ms. */
const refreshInterval = 2000

/** Returns the storage use of this origin, refreshed every two seconds. */
const useStorageUse = (): StorageUse | undefined => {
  const [use, setUse] = useState<StorageUse>()
  useEffect(() => {
    const refresh = async () => {
      const estimate = await navigator.storage?.estimate().catch(() => undefined)
      if (estimate?.usage === undefined || estimate.quota === undefined) return
      setUse({ used: estimate.usage, quota: estimate.quota })
    }
    void refresh()
    const timer = setInterval(() => void refresh(), refreshInterval)
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

/** Bytes that this origin has stored and may store; undefined if unknown. */
interface StorageUse {
  readonly used: number
  readonly quota: number
}

/** The content of a report. Nothing in it is private. */
export interface ReportFacts {
  readonly facts: DiagnosticFacts
  readonly storage: StorageUse | undefined
  /** Both oldest first. */
  readonly connections: readonly ConnectionChange[]
  readonly faults: readonly Fault[]
  /** The last probes of file endpoints, oldest first; empty if there is only one [ENDP-29]. */
  readonly fileDomains: readonly FileDomainRecord[]
}

/** A titled table of two columns, in the current language. */
interface DiagnosticSection {
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly value: string }[]
}

/** The maximum number of faults in a report. */
const faultsShown = 20

/** Returns the sections of a report: installation, storage, connection and faults, newest first. */
export function diagnosticSections(
  { connections, facts, faults, fileDomains, storage }: ReportFacts,
  text: Translate,
  locale: string,
): readonly DiagnosticSection[] {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' })
  const words = (value: string | { readonly id: string }) =>
    typeof value === 'string' ? value : text(value.id)
  const none = text('common.diagnostics.none')
  const use = storage && {
    used: fileSizeIn(locale, storage.used),
    quota: fileSizeIn(locale, storage.quota),
  }
  const installation = diagnosticRows(facts).map(({ label, values }) => ({
    label: text(label),
    value: values.map(words).join(' · '),
  }))
  const looks = {
    title: text('common.diagnostics.file-domains'),
    rows: [...fileDomains].reverse().map(({ at, domain, result }) => ({
      label: time.format(at),
      value: `${domain}: ${result}`,
    })),
  }
  return [
    {
      title: text('common.diagnostics.installation'),
      rows: [
        ...installation,
        {
          label: text('common.diagnostics.storage'),
          value: use ? text('common.diagnostics.storage-use', use) : none,
        },
      ],
    },
    {
      title: text('common.diagnostics.connections'),
      rows: [...connections].reverse().map(({ at, status }) => ({
        label: time.format(at),
        value: text(`common.diagnostics.connection.${status}`),
      })),
    },
    {
      title: text('common.diagnostics.faults'),
      rows: faults
        .slice(-faultsShown)
        .reverse()
        .map(({ at, detail, kind }) => ({ label: time.format(at), value: `${kind}: ${detail}` })),
    },
    ...(fileDomains.length === 0 ? [] : [looks]),
  ]
}

/** Formats the sections as text for a report; `none` is the text of an empty section. */
export const diagnosticText = (sections: readonly DiagnosticSection[], none: string): string =>
  sections
    .map(({ title, rows }) => {
      const lines = rows.map(({ label, value }) => `${label}: ${value}`)
      return [title, ...(lines.length === 0 ? [none] : lines)].join('\n')
    })
    .join('\n\n')
