import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { chartOf } from '#machines/inspection/machine-chart.ts'
import { diagramFiles, renderDiagramPage } from '#machines/inspection/machine-diagram.ts'

const pathOf = (folder: string) => fileURLToPath(new URL(`../../../../${folder}`, import.meta.url))
const files = diagramFiles([...allCharts.values()])

it('draws every machine of the client', () => {
  const sources = readdirSync(pathOf('machines'), { recursive: true, encoding: 'utf8' })
  expect(allCharts.size).toBe(sources.filter((name) => name.endsWith('-machine.ts')).length)
})

it('finds docs/machines current: run `npm run diagrams` after a change of a machine', () => {
  expect(readdirSync(pathOf('docs/machines')).sort()).toEqual([...files.keys()].sort())
  for (const [name, text] of files)
    expect(readFileSync(`${pathOf('docs/machines')}/${name}`, 'utf8'), name).toBe(text)
})

it('draws nested and parallel states, initial and final states, and root transitions', () => {
  const page = renderDiagramPage(
    chartOf(
      createMachine({
        id: 'door',
        initial: 'shut',
        on: { 'power.cut': '.open' },
        states: {
          shut: { initial: 'locked', states: { locked: {} } },
          open: { type: 'parallel', states: { left: {}, right: {} } },
          gone: { type: 'final' },
        },
      }),
    ),
  )
  expect(page).toContain('state "shut" as door_shut {\n    state "locked" as door_shut_locked')
  expect(page).toContain('[*] --> door_shut\n')
  expect(page).toContain('state "left" as door_open_left\n    --\n')
  expect(page).toContain('door_gone --> [*]')
  expect(page).toContain('state "anywhere" as door\n  door --> door_open : power.cut')
  expect(page).toContain('| (anywhere) | power.cut |  | open |  |')
})
