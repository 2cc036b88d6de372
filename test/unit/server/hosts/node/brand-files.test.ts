import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppFiles } from '#server/hosts/node/app-files.ts'
import { readBrandFile } from '#server/hosts/node/brand-files.ts'
import type { Peer } from '#server/ports.ts'

const peer: Peer = { address: '127.0.0.1', isLocal: true, host: 'localhost:4310', isSecure: false }
const brandDirectory = 'brands/harbour'
const manifest = { name: 'Chat', short_name: 'Chat', start_url: '/', theme_color: '#000' }
let app = ''

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'web-chat-'))
  writeFileSync(join(app, 'index.html'), readFileSync('index.html'))
  writeFileSync(join(app, 'icon.svg'), 'the icon of the app')
  writeFileSync(join(app, 'version.txt'), 'a file without a brand')
  mkdirSync(join(app, 'assets'))
  writeFileSync(join(app, 'assets', 'icon.svg'), 'named by its content')
  writeFileSync(join(app, 'manifest.webmanifest'), JSON.stringify(manifest))
})
afterAll(() => rmSync(app, { recursive: true }))

const get = async (path: string, branding?: ConstructorParameters<typeof AppFiles>[1]) => {
  const response = await new AppFiles(app, branding).respond(
    new Request(`http://localhost:4310${path}`),
    peer,
  )
  return { status: response.status, text: await response.text() }
}
const brand = readBrandFile(brandDirectory) ?? { key: '' }
const harbour = { brand, brandDirectory, hostOrigins: [] }

it('a brand has an icon for each icon of the app', () => {
  const icons = readdirSync('public').filter((file) => /\.(svg|png|ico)$/.test(file))
  expect(readdirSync(brandDirectory)).toEqual(expect.arrayContaining(icons))
})

it('the page has title, theme and colour of the brand before its script runs [THEME-02]', async () => {
  const { text } = await get('/messages', harbour)
  expect(text).toContain('<title>Harbour</title>')
  expect(text).toContain('data-theme="tide"')
  expect(text).toContain('<meta name="theme-color" content="#e6f0f2"')
  expect(text).not.toMatch(/\bChat\b|aurora/)
})

it('the manifest has name and colours of the brand, and keeps the rest [THEME-02]', async () => {
  const { text } = await get('/manifest.webmanifest', harbour)
  expect(JSON.parse(text)).toEqual({
    name: 'Harbour',
    short_name: 'Harbour',
    start_url: '/',
    theme_color: '#e6f0f2',
    background_color: '#e6f0f2',
  })
})

it('files of the brand take the place of the app’s, at the root only [THEME-02]', async () => {
  expect((await get('/icon.svg', harbour)).text).toBe(readFileSync(join(brandDirectory, 'icon.svg'), 'utf8'))
  expect((await get('/version.txt', harbour)).text).toBe('a file without a brand')
  expect((await get('/assets/icon.svg', harbour)).text).toBe('named by its content')
  expect((await get('/brand.json', harbour)).status).toBe(404)
})

it('without a brand the page and the manifest stay as they are built', async () => {
  expect((await get('/')).text).toContain('<title>Chat</title>')
  expect(JSON.parse((await get('/manifest.webmanifest')).text)).toEqual(manifest)
})

it('a name cannot add markup to the page', async () => {
  const { text } = await get('/', {
    brand: { key: 'x', name: '</title><script>1</script>$1' },
    brandDirectory: undefined,
    hostOrigins: [],
  })
  expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;1&lt;/script&gt;$1</title>')
})

it('the page may be embedded by its own origin and by the sites that the settings name', async () => {
  const policyWith = async (hostOrigins: readonly string[]) => {
    const files = new AppFiles(app, { brand: { key: 'x' }, brandDirectory: undefined, hostOrigins })
    const { headers } = await files.respond(new Request('http://localhost:4310/'), peer)
    return /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]
  }
  expect(await policyWith([])).toBe("frame-ancestors 'self'")
  expect(await policyWith(['https://app.example'])).toBe("frame-ancestors 'self' https://app.example")
})
