import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { chartOf } from '#machines/inspection/machine-chart.ts'
import { diagramPages, renderDiagramPage } from '#machines/inspection/machine-diagram.ts'
import { drawChart, graphHash } from '#src/inspection/chart-layout.ts'
import { chartSvg } from '#src/inspection/chart-svg.ts'

const pathOf = (folder: string) => fileURLToPath(new URL(`../../../../${folder}`, import.meta.url))
const charts = [...allCharts.values()]
const pages = diagramPages(charts)
const stored = (name: string) => readFileSync(`${pathOf('docs/machines')}/${name}`, 'utf8')

it('draws every machine of the client', () => {
  const sources = readdirSync(pathOf('machines'), { recursive: true, encoding: 'utf8' })
  expect(allCharts.size).toBe(sources.filter((name) => name.endsWith('-machine.ts')).length)
})

it('finds docs/machines current: run `npm run diagrams` after a change of a machine', async () => {
  const drawings = charts.map(({ id }) => `${id}.svg`)
  expect(readdirSync(pathOf('docs/machines')).sort()).toEqual([...pages.keys(), ...drawings].sort())
  for (const [name, text] of pages) expect(stored(name), name).toBe(text)
  for (const chart of charts) expect(stored(`${chart.id}.svg`), chart.id).toContain(graphHash(chart))
  // Laying out every chart would take seconds. One shows a change of the style.
  const [smallest] = charts.filter(({ id }) => id === 'timer-setting')
  const drawn = smallest && chartSvg(await drawChart(smallest), graphHash(smallest))
  expect(stored('timer-setting.svg')).toBe(drawn)
})

it('names a page’s drawing and lists root transitions', () => {
  const page = renderDiagramPage(
    chartOf(
      createMachine({
        id: 'door',
        initial: 'shut',
        on: { 'power.cut': '.open' },
        states: { shut: {}, open: {} },
      }),
    ),
  )
  expect(page).toContain('](door.svg)')
  expect(page).toContain('| (anywhere) | power.cut |  | open |  |')
})
