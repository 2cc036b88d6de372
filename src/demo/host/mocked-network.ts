import { http, ws } from 'msw'
import { setupWorker } from 'msw/browser'
import { backendPaths, serviceWorkerUrl } from '../addresses.ts'
import type { Backend } from './backend.ts'

/** Response statuses without a body. */
const isBodiless = (status: number): boolean => status === 204 || status === 304

const answer = async (backend: Backend, request: Request): Promise<Response> => {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const { status, headers, body } = await backend.request({
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : undefined,
  })
  return new Response(isBodiless(status) ? null : body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
}

const socketHandler = (backend: Backend) =>
  ws.link(`${location.origin.replace(/^http/, 'ws')}/socket`).addEventListener('connection', ({ client }) => {
    const connection = backend.connect({
      received: (text) => client.send(text),
      closed: (code) => client.close(code),
    })
    client.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') connection.send(data)
    })
    client.addEventListener('close', () => connection.disconnect())
  })

/**
 * Passes this page's backend requests, its sockets and the files of its `src` attributes to the worker from now on.
 */
export async function mockNetwork(backend: Backend): Promise<void> {
  const handlers = backendPaths.map((path) => http.all(path, ({ request }) => answer(backend, request)))
  await setupWorker(...handlers, socketHandler(backend)).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: serviceWorkerUrl },
  })
}
