// A plain file host for dist/demo: no headers that the demo needs, no compression.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

const sizeOf = (file) => {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : undefined
}

/** Returns the file path of an address below the directory, or the page if the address is a route of the app. */
const fileOf = (directory, url) => {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname))
  return join(directory, extname(path) === '' ? 'index.html' : path)
}

const answer = (directory, request, response) => {
  const file = fileOf(directory, request.url)
  const size = sizeOf(file)
  if (size === undefined) return response.writeHead(404).end()
  // File names below assets contain a content hash.
  const isNamedByContent = file.startsWith(join(directory, 'assets'))
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': size,
    'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  })
  if (request.method === 'HEAD') return response.end()
  createReadStream(file).pipe(response)
}

/**
 * Serves a directory on the local host only. Resolves with its address and a stop function. Rejects if the port is
 * taken.
 */
export const serveDirectory = (directory, port) =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      try {
        answer(directory, request, response)
      } catch {
        // An address that cannot be decoded.
        response.writeHead(400).end()
      }
    })
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        address: `http://localhost:${server.address().port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      }),
    )
  })
