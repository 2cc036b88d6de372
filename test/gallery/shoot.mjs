// Takes a picture of one page of the gallery.
// node test/gallery/shoot.mjs <path> <out.png> [--width 1440] [--height 900] [--scheme dark] [--theme ember]
//   [--locale zh-CN] [--mood offline] [--press "button name"] [--press "menuitem=Add friend"] [--type "text"]
//   [--agent "another browser"] [--wait ms] [--full]
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { chromiumFlags } from '../../scripts/chromium-flags.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    scheme: { type: 'string', default: 'light' },
    theme: { type: 'string', default: 'aurora' },
    locale: { type: 'string', default: 'en-US' },
    mood: { type: 'string', default: 'usual' },
    press: { type: 'string', multiple: true, default: [] },
    agent: { type: 'string' },
    type: { type: 'string' },
    wait: { type: 'string', default: '400' },
    full: { type: 'boolean', default: false },
  },
})
const [path = '/', out = '/tmp/shot.png'] = positionals

const configFile = new URL('./vite.config.ts', import.meta.url).pathname
const address = 'http://localhost:4390'
const isUp = await fetch(address).then(
  () => true,
  () => false,
)
const server = isUp ? undefined : await createServer({ configFile })
await server?.listen()

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: chromiumFlags,
})
const page = await browser.newPage({
  viewport: { width: Number(values.width), height: Number(values.height) },
  hasTouch: Number(values.width) <= 900,
  ...(values.agent === undefined ? {} : { userAgent: values.agent }),
})
page.on('pageerror', (error) => process.stderr.write(`page error: ${error.stack ?? error.message}\n`))
page.on('console', (message) => {
  if (message.type() === 'error' || message.type() === 'warning')
    process.stderr.write(`${message.type()}: ${message.text()}\n`)
})
const url = new URL(path, address)
for (const name of ['scheme', 'theme', 'locale']) url.searchParams.set(name, values[name])
url.searchParams.set('gallery', values.mood)
await page.goto(url.href, { waitUntil: 'load' })
await page.waitForSelector('#root > *', { timeout: 60_000 })
await page.waitForTimeout(Number(values.wait))
for (const name of values.press) {
  const [role, ...rest] = name.includes('=') ? name.split('=') : ['button', name]
  await page
    .getByRole(role, { name: rest.join('=') })
    .first()
    .click()
  await page.waitForTimeout(350)
}
if (values.type !== undefined) await page.keyboard.type(values.type)
await page.waitForTimeout(150)
await page.screenshot({ path: out, fullPage: values.full })
await browser.close()
await server?.close()
