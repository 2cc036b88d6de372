import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { z } from 'zod/mini'

/** The sign-in screen of another client that was built before. This machine serves it, like ours. */
export interface PeerSignIn {
  readonly name: string
  /** The address of the screen. */
  readonly page: string
  /** Selects the element that shows that the screen is usable. */
  readonly ready: string
  close(): Promise<void>
}

/** The content of `sign-in.json` in the folder of a client. */
const description = z.object({ path: z.string(), ready: z.string() })

/**
 * Serves each client of a directory. It has one folder for each client, with its built files and a `sign-in.json` with the
 * `path` of the screen, such as `/index.html#/login`, and the selector `ready`. Returns an empty list without a directory.
 */
export async function startPeerSignIns(directory: string | undefined): Promise<readonly PeerSignIn[]> {
  if (directory === undefined) return []
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(names.map((name) => startPeer(join(directory, name), name)))
}

async function startPeer(directory: string, name: string): Promise<PeerSignIn> {
  const { path, ready } = description.parse(
    JSON.parse(await readFile(join(directory, 'sign-in.json'), 'utf8')),
  )
  const compressed = await compressFiles(directory)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = compressed.get(pathname === '/' ? '/index.html' : normalize(decodeURIComponent(pathname)))
    if (!file) return response.writeHead(404).end()
    response
      .writeHead(200, {
        'Content-Type': contentTypes[extname(pathname)] ?? 'text/html',
        'Content-Encoding': 'br',
      })
      .end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error(`the server of ${name} has no address`)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { name, page: `http://localhost:${address.port}${path}`, ready, close }
}

/** Compresses all files before anything is measured. Returns them by their path below the folder. */
async function compressFiles(directory: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const compressed = files.map(
    async (file) => [file.slice(directory.length), compress(await readFile(file))] as const,
  )
  return new Map(await Promise.all(compressed))
}

/** The highest quality takes minutes for a client of 8 MB and saves 3 %. */
const compress = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
