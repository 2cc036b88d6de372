import type { ConnectionChange } from '#src/app/connection-history.ts'
import type { Fault } from '#src/app/ports/report.ts'
import { type DiagnosticFacts, diagnosticRows } from '#src/features/entry/diagnostics.ts'
import type { Translate } from '#src/ui/use-text.ts'
import type { FileDomainRecord } from '#streams/endpoints/file-domain.ts'

/** Bytes that this origin has stored and may store; undefined if unknown. */
export interface StorageUse {
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
export interface DiagnosticSection {
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly value: string }[]
}

/** The maximum number of faults in a report. */
const faultsShown = 20

const bytesIn = (locale: string, bytes: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / 1_000_000,
  )

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
    used: bytesIn(locale, storage.used),
    quota: bytesIn(locale, storage.quota),
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
