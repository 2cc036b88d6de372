import { createHash, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { tooManyReaders, withEndCallback } from '../../http/with-end-callback.ts'
import { ConcurrencyLimits, concurrency } from '../../limits/limits.ts'
import { originOf, type Peer } from '../../ports.ts'
import { brandManifest, brandPage, findBrandFile } from './brand-files.ts'
import { isMissing, statIfThere, streamFile } from './directory-store.ts'
import { assetHeaders, pageHeaders, scriptPolicy, serviceWorkerPolicy } from './page-headers.ts'
import type { Settings } from './settings.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

type FileSettings = Pick<Settings, 'brand' | 'brandDirectory' | 'hostOrigins'>
const neutral: FileSettings = { brand: { key: 'default' }, brandDirectory: undefined, hostOrigins: [] }

/** Serves the built app: the page for every address without an extension, all other files by name. */
export class AppFiles {
  readonly #directory: string
  readonly #settings: FileSettings
  readonly #readers = new ConcurrencyLimits(concurrency.readers)

  constructor(directory: string, settings: FileSettings = neutral) {
    this.#directory = directory
    this.#settings = settings
  }

  async respond(request: Request, peer: Peer): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(405)
    const path = readPath(request)
    if (path === undefined) return notFound(404)
    if (path === '/manifest.webmanifest') return this.#serveManifest(path)
    const isPage = extname(path) === '' || path === '/index.html'
    return isPage ? this.#servePage(request, peer) : this.#serveFile(request, path, peer)
  }

  /** The content of a file of the build; undefined if there is none. */
  async readText(name: string): Promise<string | undefined> {
    return (await readIfThere(join(this.#directory, name)))?.toString('utf8')
  }

  async #servePage(request: Request, peer: Peer): Promise<Response> {
    const page = await readIfThere(join(this.#directory, 'index.html'))
    if (!page) return notFound(404)
    const nonce = randomBytes(16).toString('base64url')
    const built = page.toString('utf8')
    const html = brandPage(built, this.#settings.brand).replace(
      '<head>',
      `<head><meta property="csp-nonce" nonce="${nonce}">`,
    )
    const headers = {
      ...pageHeaders({
        ...{ host: new URL(originOf(peer)).host, nonce, scriptHashes: hashScripts(built) },
        isLedHere: !isOpenedHere(request),
        hostOrigins: this.#settings.hostOrigins,
      }),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding, Sec-Fetch-Site',
    }
    if (!accepts(request, 'br')) return new Response(html, { headers })
    // Each response differs, by its nonce. A page of 8 kB takes about a millisecond.
    const small = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return new Response(new Uint8Array(small), { headers: { ...headers, 'Content-Encoding': 'br' } })
  }

  async #serveManifest(path: string): Promise<Response> {
    const manifest = await readIfThere(join(this.#directory, path))
    if (!manifest) return notFound(404)
    const headers = {
      ...assetHeaders,
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
    }
    return new Response(brandManifest(manifest.toString('utf8'), this.#settings.brand), { headers })
  }

  async #serveFile(request: Request, path: string, peer: Peer): Promise<Response> {
    const { brandDirectory } = this.#settings
    const own = brandDirectory === undefined ? undefined : await findBrandFile(brandDirectory, path)
    const found = own ?? (await findEncoded(request, join(this.#directory, path)))
    if (!found) return notFound(404)
    // The build names every file under assets after its content.
    const isNamedByContent = path.startsWith('/assets/')
    // Immutable files are never revalidated, so they need no ETag.
    const tag = isNamedByContent ? undefined : tagOf(found.facts)
    const headers = {
      ...assetHeaders,
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(tag && { ETag: tag }),
      Vary: 'Accept-Encoding',
      ...policyOf(path),
      ...(found.encoding && { 'Content-Encoding': found.encoding }),
    }
    if (tag && request.headers.get('if-none-match') === tag)
      return new Response(null, { status: 304, headers })
    const withLength = { ...headers, 'Content-Length': String(found.facts.size) }
    if (request.method === 'HEAD') return new Response(null, { headers: withLength })
    const end = this.#readers.enter(peer.address)
    if (!end) return tooManyReaders()
    const bytes = await streamFile(found.file)
    if (bytes) return new Response(withEndCallback(bytes, end), { headers: withLength })
    end()
    return notFound(404)
  }
}

/** Returns the smallest encoding of a file that the browser accepts. */
async function findEncoded(request: Request, plain: string) {
  for (const { name, suffix } of encodings) {
    if (!accepts(request, name)) continue
    const facts = await statIfThere(`${plain}${suffix}`)
    if (facts) return { file: `${plain}${suffix}`, facts, encoding: name }
  }
  const facts = await statIfThere(plain)
  return facts && { file: plain, facts, encoding: undefined }
}

const tagOf = ({ size, mtimeMs }: Stats): string =>
  `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`

const accepts = (request: Request, encoding: (typeof encodings)[number]['name']): boolean =>
  new RegExp(`\\b${encoding}\\b`).test(request.headers.get('accept-encoding') ?? '')

/**
 * Whether the browser states that a person opened the address, or a page of this origin. Without the header it is
 * false.
 */
const isOpenedHere = (request: Request): boolean =>
  ['none', 'same-origin'].includes(request.headers.get('sec-fetch-site') ?? '')

/** Returns the hash of each inline script, for the content security policy. */
const hashScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )

/** Worker scripts, by the names that the build gives them; only these have a policy of their own. */
const policyOf = (path: string): Readonly<Record<string, string>> => {
  if (path === '/sw.js') return { 'Content-Security-Policy': serviceWorkerPolicy }
  return /^\/assets\/worker-[^/]*\.js$/.test(path) ? { 'Content-Security-Policy': scriptPolicy } : {}
}

const notFound = (status: number): Response =>
  new Response('', { status, headers: { ...assetHeaders, 'Cache-Control': 'no-store' } })

/** Returns the path of an address; undefined if it leaves the root. */
function readPath(request: Request): string | undefined {
  try {
    const path = decodeURIComponent(new URL(request.url).pathname)
    const isInside = !path.includes('\0') && !path.split(/[/\\]/).includes('..')
    return isInside ? normalize(path) : undefined
  } catch {
    return undefined
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (cause) {
    if (isMissing(cause) || isDirectory(cause)) return undefined
    throw cause
  }
}

const isDirectory = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'EISDIR'
