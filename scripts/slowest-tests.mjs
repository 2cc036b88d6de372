// Lists the slowest tests of Vitest and Playwright from the results in reports/.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

const readReport = (name) => {
  const path = join(root, 'reports', name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

const unitResults = (report) =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(root, name),
      title: fullName,
      milliseconds: duration ?? 0,
    })),
  )

const journeysOf = (suite, file = suite.file) => [
  ...(suite.specs ?? []).map(({ title, tests }) => ({
    file: `test/browser/${file}`,
    title,
    milliseconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...(suite.suites ?? []).flatMap((inner) => journeysOf(inner, file)),
]

/** @returns a table of the slowest tests, in seconds, longest first */
export const slowestTests = (count) => {
  const journeys = (readReport('playwright.json')?.suites ?? []).flatMap((suite) => journeysOf(suite))
  const rows = [...unitResults(readReport('vitest.json')), ...journeys]
    .sort((left, right) => right.milliseconds - left.milliseconds)
    .slice(0, count)
    .map(
      ({ milliseconds, file, title }) =>
        `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}  ${title}`,
    )
  return `\nThe ${rows.length} slowest tests:\n${rows.join('\n')}\n`
}

if (process.argv[1]?.endsWith('slowest-tests.mjs')) process.stdout.write(slowestTests(20))
