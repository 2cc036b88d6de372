// Finds or installs a Chromium for the browser tests. Ends with one clear sentence if neither is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The headless shell comes first, because it runs the same tests a fifth faster. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const works = (path) => Boolean(path) && existsSync(path)
const attempt = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0

const installFromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  if (!attempt('apt-get', ['update', '-qq'])) return undefined
  const fonts = ['fonts-noto-cjk', 'fonts-noto-color-emoji']
  // Not every release has the headless shell.
  ;['chromium-headless-shell', 'chromium'].find((browser) =>
    attempt('apt-get', ['install', '-y', '-qq', browser, ...fonts]),
  )
  return usualPlaces.find(works)
}

const installFromPlaywright = () => {
  const require = createRequire(import.meta.url)
  if (!attempt(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium']))
    return undefined
  const path = require('@playwright/test').chromium.executablePath()
  return works(path) ? path : undefined
}

/** Finds the path of a Chromium: CHROMIUM_PATH, a usual place, Debian's package for root, Playwright's download. */
export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH
  if (named && !works(named)) {
    process.stderr.write(`CHROMIUM_PATH names ${named}, which does not exist.\n`)
    process.exit(1)
  }
  const found = named ?? usualPlaces.find(works) ?? installFromDebian() ?? installFromPlaywright()
  if (found) return found
  process.stderr.write(
    'The browser tests need Chromium: install the package "chromium", or set CHROMIUM_PATH to one.\n',
  )
  process.exit(1)
}
