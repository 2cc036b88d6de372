import { writeFileSync } from 'node:fs'
import type { ClientOptions } from '#client/client-options.ts'
import type { InspectionRecording, InspectionReport } from '#schemas/cross-tab/inspection.ts'
import { createInspection, type Inspection } from '#src/inspection/inspection.ts'
import type { Ports } from '#streams/ports.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** Records the tabs of a world for the inspector. */
export interface Recorder {
  /** Returns the tab's ports and its `inspect` option, both observed. */
  observe(
    tab: string,
    ports: Ports,
    time: VirtualTime,
  ): { readonly ports: Ports; readonly inspect: NonNullable<ClientOptions['inspect']> }
  recording(title: string, findings: readonly string[]): InspectionRecording
}

/** The last steps of a tab that are kept: what went wrong is near the end, and a page must draw the file. */
const stepsKept = 3000

export function createRecorder(): Recorder {
  const inspections: Inspection[] = []
  return {
    observe(tab, ports, time) {
      const inspection = createInspection({
        tab,
        clock: { ...ports.clock, now: time.now, monotonic: time.now },
        visibility: ports.visibility,
        path: () => `/${tab.replaceAll('.', '-')}`,
        capacity: stepsKept,
        isAlwaysWatched: true,
      })
      inspections.push(inspection)
      // Only the socket's wrapper is synchronous. Others would add microtasks, and a seed would play another run.
      return { ports: { ...ports, socket: inspection.observe(ports).socket }, inspect: inspection.inspect }
    },
    recording: (title, findings) => ({
      format: 1,
      title,
      findings: [...findings],
      tabs: inspections.map((inspection) => inspection.report(0)),
    }),
  }
}

/** Writes a recording as a file that the inspector opens. */
export const writeRecording = (file: string, recording: InspectionRecording): void =>
  writeFileSync(file, JSON.stringify(recording))

/** Joins what the tabs of many runs took, without their steps. */
export function joinCounts(recordings: readonly InspectionRecording[], title: string): InspectionRecording {
  const tabs = recordings.flatMap((recording) => recording.tabs)
  const [first] = tabs
  const counts: InspectionReport['counts'] = {}
  for (const tab of tabs)
    for (const [key, count] of Object.entries(tab.counts)) counts[key] = (counts[key] ?? 0) + count
  const findings = recordings.flatMap((recording) => recording.findings)
  return { format: 1, title, findings, tabs: first ? [{ ...first, actors: [], steps: [], counts }] : [] }
}
