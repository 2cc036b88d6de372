import { getRequestListener } from '@hono/node-server'
import type { Plugin, ViteDevServer } from 'vite'
import type * as CodeDelivery from '../server/hosts/node/code-delivery.ts'
import type * as NodeBackend from '../server/hosts/node/node-backend.ts'
import type * as PeerReader from '../server/hosts/node/peer.ts'
import type * as Settings from '../server/hosts/node/settings.ts'
import type * as Site from '../server/hosts/node/site.ts'

/**
 * The backend inside Vite's development server, from source: one origin for app, API and socket, as with `npm start`.
 * The database is in DATA_DIR or ./data.
 */
export const developmentBackend = (): Plugin => ({
  name: 'development-backend',
  apply: 'serve',
  async configureServer(vite) {
    if (vite.httpServer) await serveBackend(vite)
  },
})

// Vite types loaded modules as a record. Each name is one of our own modules, typed by its import above.
const load = async <Module>(vite: ViteDevServer, name: string): Promise<Module> =>
  (await vite.ssrLoadModule(`/server/hosts/node/${name}.ts`)) as Module

async function serveBackend(vite: ViteDevServer): Promise<void> {
  const { createNodeBackend } = await load<typeof NodeBackend>(vite, 'node-backend')
  const { createCodeDelivery } = await load<typeof CodeDelivery>(vite, 'code-delivery')
  const { environmentScript } = await load<typeof Site>(vite, 'site')
  const { readPeer } = await load<typeof PeerReader>(vite, 'peer')
  const { readSettings } = await load<typeof Settings>(vite, 'settings')

  const settings = readSettings({ SHOW_CODES: 'page', ...process.env })
  const backend = await createNodeBackend({
    durability: 'process',
    dataDirectory: settings.dataDirectory,
    push: settings.push,
    codeDelivery: createCodeDelivery(settings),
    readPeer: (request) => readPeer(request, settings),
    faults: {
      report: ({ kind, detail, cause }) =>
        vite.config.logger.error(`${kind}: ${detail} ${String(cause ?? '')}`),
    },
  })
  const listener = getRequestListener(
    // Vite serves HTTP/1.1 here, so the incoming message is that of `node:http`.
    (request, { incoming }) =>
      backend.fetch(request, readPeer(incoming as Parameters<typeof readPeer>[0], settings)),
    { overrideGlobalObjects: false },
  )
  vite.middlewares.use((request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (backend.owns(path)) {
      void listener(request, response)
      return
    }
    if (path !== '/env.js') return next()
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
    response.end(environmentScript(settings, backend))
  })
  vite.httpServer?.on('upgrade', backend.handleUpgrade)
  vite.httpServer?.once('close', () => void backend.close())
}
