// npm test: everything a change has to pass. Leaves Vitest's and Playwright's results in reports/.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, runTool } from './install.mjs'

ensureInstalled()
const { checkSources } = await import('./check.mjs')
const { findChromium } = await import('./chromium.mjs')

const chromium = findChromium()
mkdirSync(join(root, 'reports'), { recursive: true })
checkSources()
runTool('vitest/vitest.mjs', [
  'run',
  '--reporter',
  'dot',
  '--reporter',
  'json',
  '--outputFile.json',
  'reports/vitest.json',
])
runTool('@playwright/test/cli.js', ['test'], { env: { ...process.env, CHROMIUM_PATH: chromium } })
