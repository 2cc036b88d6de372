// npm run diagrams: writes docs/machines from the machine definitions. A unit test fails when a page is outdated.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
// Imported after the install, which may just have added it.
const { runnerImport } = await import('vite')

const folder = join(root, 'docs', 'machines')
const source = (name) => join(root, 'machines', 'inspection', name)
const load = async (name) =>
  (await runnerImport(source(name), { root, configFile: false, logLevel: 'error' })).module

const [{ allCharts }, { diagramFiles }] = [await load('all-charts.ts'), await load('machine-diagram.ts')]
const files = diagramFiles([...allCharts.values()])
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name))
for (const [name, text] of files) writeFileSync(join(folder, name), text)
process.stdout.write(`docs/machines: ${files.size} pages\n`)
