// npm run diagrams: writes docs/machines from the machine definitions. A unit test fails when a page is outdated.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
// Imported after the install, which may just have added it.
const { runnerImport } = await import('vite')

const folder = join(root, 'docs', 'machines')
const load = async (file) =>
  (await runnerImport(join(root, file), { root, configFile: false, logLevel: 'error' })).module

const [{ allCharts }, { diagramPages }, { drawChart, graphHash }, { chartSvg }] = [
  await load('machines/inspection/all-charts.ts'),
  await load('machines/inspection/machine-diagram.ts'),
  await load('src/inspection/chart-layout.ts'),
  await load('src/inspection/chart-svg.ts'),
]
const charts = [...allCharts.values()]
const files = diagramPages(charts)
for (const chart of charts) files.set(`${chart.id}.svg`, chartSvg(await drawChart(chart), graphHash(chart)))
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
process.stdout.write(`docs/machines: ${files.size} files\n`)
