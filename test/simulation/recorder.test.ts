import { expect, it } from 'vitest'
import { readInspectionRecording } from '#schemas/cross-tab/inspection.ts'
import { databaseForTests } from './play-seeds.ts'
import { createRecorder, joinCounts } from './recorder.ts'
import { runSeed } from './run-seed.ts'

const database = databaseForTests()

it('a recorded seed plays the same run, and its recording has the steps and counts of every tab', async () => {
  const recorder = createRecorder()
  const plain = await runSeed(database(), 4714, { isShort: true })
  const recorded = await runSeed(database(), 4714, { isShort: true, recorder })
  expect(recorded.hash).toBe(plain.hash)
  const recording = readInspectionRecording(JSON.stringify(recorder.recording('seed 4714', ['broken'])))
  expect(recording).toMatchObject({ title: 'seed 4714', findings: ['broken'] })
  const tabs = recording?.tabs ?? []
  expect(tabs.length).toBeGreaterThan(1)
  for (const { steps } of tabs) expect(steps.some(({ kind }) => kind === 'signal')).toBe(true)
  expect(tabs.flatMap(({ steps }) => steps).some((step) => step.kind === 'fact' && step.row)).toBe(true)
  const joined = recording && joinCounts([recording, recording], 'both').tabs[0]?.counts
  const sent = tabs.reduce((sum, { counts }) => sum + (counts['message.status.sent'] ?? 0), 0)
  expect(joined?.['message.status.sent']).toBe(2 * sent)
  expect(sent).toBeGreaterThan(0)
})
