// npm run requirements [AREA …]: which rows of docs/requirements.tsv a passed test names in square brackets, by area;
// lists the rows without a test for the named areas (with --all for every area) and the ids in titles that are no row.
// Reads the results of the last `npm test` in reports/, or all test files when there are none.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const readRows = () =>
  readFileSync(join(root, 'docs/requirements.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id, , text] = line.split('\t')
      return { id, area: id.split('-')[0], text }
    })

const stepTitles = (steps = []) => steps.flatMap((step) => [step.title, ...stepTitles(step.steps)])

/**
 * Titles of passed tests and their steps in a report of Vitest or Playwright, each with the titles of the suites around
 * it.
 */
const passedTitles = (node, path = []) => {
  if (Array.isArray(node)) return node.flatMap((item) => passedTitles(item, path))
  if (!node || typeof node !== 'object') return []
  const inner = node.title ? [...path, node.title] : path
  const units = (node.assertionResults ?? []).filter(({ status }) => status === 'passed')
  const journeys = (node.specs ?? []).filter(({ ok }) => ok)
  return [
    ...units.map(({ fullName }) => fullName),
    ...journeys.map(({ title }) => [...inner, title].join(' ')),
    ...journeys.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.flatMap(({ steps }) => stepTitles(steps))),
    ),
    ...passedTitles(node.testResults ?? [], inner),
    ...passedTitles(node.suites ?? [], inner),
  ]
}

const reportTitles = () => {
  const folder = join(root, 'reports')
  if (!existsSync(folder)) return []
  return ['vitest.json', 'playwright.json']
    .filter((name) => readdirSync(folder).includes(name))
    .flatMap((name) => passedTitles(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

const testTexts = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'test'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$|contract\/suite\//.test(file) && existsSync(join(root, file)))
    .map((file) => readFileSync(join(root, file), 'utf8'))

const idsIn = (text) =>
  [...text.matchAll(/\[((?:[A-Z0-9]+-\d{2,3}[\s,]*)+)\]/g)].flatMap(([, ids]) =>
    ids.split(/[\s,]+/).filter(Boolean),
  )

const rows = readRows()
const titles = reportTitles()
const named = new Set((titles.length > 0 ? titles : testTexts()).flatMap(idsIn))
const areas = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const listsAll = process.argv.includes('--all')

for (const area of new Set(rows.map((row) => row.area))) {
  if (areas.length > 0 && !areas.includes(area)) continue
  const inArea = rows.filter((row) => row.area === area)
  const missing = inArea.filter(({ id }) => !named.has(id))
  const proved = String(inArea.length - missing.length).padStart(3)
  process.stdout.write(`${area.padEnd(8)} ${proved}/${inArea.length}\n`)
  if (listsAll || areas.length > 0)
    for (const { id, text } of missing) process.stdout.write(`  ${id}  ${text}\n`)
}

const ids = new Set(rows.map(({ id }) => id))
const stray = [...named].filter((id) => !ids.has(id) && !/^(DEC|ADR)-/.test(id))
if (stray.length > 0) process.stdout.write(`Ids in titles that are no row: ${stray.join(' ')}\n`)
const source = titles.length > 0 ? 'a passed test' : 'a test title'
process.stdout.write(
  `${rows.filter(({ id }) => named.has(id)).length} of ${rows.length} rows named by ${source}\n`,
)
