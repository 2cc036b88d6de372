import { describe, expect, it } from 'vitest'
import {
  diagnosticSections,
  diagnosticText,
  type ReportFacts,
} from '#src/features/command-center/diagnostics-screen.tsx'

const at = Date.UTC(2026, 10, 2, 12)
const known: ReportFacts = {
  facts: {
    version: '5.11.5',
    isDesktop: true,
    isInstalled: false,
    clientId: 'abcdef123456',
    app: undefined,
    endpoints: { websocket: 'wss://w', api: 'https://a', file: 'https://f', fileUpload: 'https://u' },
    browser: { name: 'Firefox', version: 113 },
    userAgent: 'Mozilla/5.0',
    hasWebSocket: true,
    hasIndexedDb: true,
    hasWorkers: true,
    isOnline: true,
    time: 'now',
  },
  storage: { used: 1_500_000, quota: 2_000_000_000 },
  connections: [
    { status: 'connecting', at },
    { status: 'connected', at: at + 1000 },
  ],
  faults: [{ kind: 'frame unknown', detail: 'Chat ID invalid_type', at }],
  fileDomains: [],
}
const text = (id: string, values?: object) =>
  id.replace('common.diagnostics.', '') + (values ? ` ${Object.values(values).join(' ')}` : '')
const sectionsOf = (facts: ReportFacts) => diagnosticSections(facts, text, 'en-US')

describe('the diagnostics of a report', () => {
  it('is installation, storage, connection history and last errors, the newest on top [BOOT-13 BOOT-14]', () => {
    const [installation, connections, faults] = sectionsOf(known)
    expect(installation?.rows).toContainEqual({ label: 'version', value: '5.11.5 · desktop · web' })
    expect(installation?.rows).toContainEqual({ label: 'api-endpoint', value: 'https://a' })
    expect(installation?.rows.at(-1)).toEqual({ label: 'storage', value: 'storage-use 1.5 MB 2 GB' })
    expect(connections?.rows.map(({ value }) => value)).toEqual([
      'connection.connected',
      'connection.connecting',
    ])
    expect(faults?.rows.map(({ value }) => value)).toEqual(['frame unknown: Chat ID invalid_type'])
  })

  it('name unknown values and events that have not happened', () => {
    const sections = sectionsOf({ ...known, storage: undefined, connections: [], faults: [] })
    expect(sections[0]?.rows.at(-1)).toEqual({ label: 'storage', value: 'none' })
    expect(diagnosticText(sections.slice(1), 'none')).toBe('connections\nnone\n\nfaults\nnone')
  })

  it('lists the looks at file domains where there were any, with the result true, fetch or health [ENDP-29]', () => {
    const looks = ['true', 'fetch', 'health'] as const
    const fileDomains = looks.map((result) => ({ domain: 'files.example', result, at }))
    const section = sectionsOf({ ...known, fileDomains })[3]
    expect(section?.title).toBe('file-domains')
    expect(section?.rows.map(({ value }) => value)).toEqual([
      'files.example: health',
      'files.example: fetch',
      'files.example: true',
    ])
    expect(sectionsOf(known)).toHaveLength(3)
  })

  it('lists the last twenty errors', () => {
    const faults = Array.from({ length: 25 }, (_, index) => ({ kind: 'fault', detail: String(index), at }))
    const rows = sectionsOf({ ...known, faults })[2]?.rows ?? []
    expect([rows.length, rows[0]?.value, rows.at(-1)?.value]).toEqual([20, 'fault: 24', 'fault: 5'])
  })

  it('reads as text', () => {
    const lines = diagnosticText(sectionsOf(known), 'none').split('\n')
    expect(lines).toContain('version: 5.11.5 · desktop · web')
    expect(lines).toContain('faults')
  })
})
