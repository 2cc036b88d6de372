import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type DemoHost, type RunningServer, serveDemo, startServer } from './server.ts'

/** A context that outlives its tests, because a new one would load, parse and compile the whole app again. */
export interface SharedContext {
  readonly context: BrowserContext
  /** Stays open during all tests, so that the browser keeps the compiled code. */
  readonly openPage: Page
  /** The options it was created with. */
  readonly madeWith: string
}

/** Shared by the tests of a worker. Each of them starts at its first use. */
interface WorkerFixtures {
  /** The built server. Each person has a separate browser context. */
  readonly server: RunningServer
  /** The app as it is developed, backend included: the only build with the inspector. */
  readonly development: RunningServer
  /** The address of the gallery, which is built in advance and served on a free port. */
  readonly gallery: string
  /** The context of the gallery's tests. */
  readonly shared: { current?: SharedContext }
  /** The files of the demo. Each test has a separate browser context and so a separate demo world. */
  readonly demo: DemoHost
}

const developmentServer = 'test/browser/support/serve-development.mjs'
const galleryConfig = fileURLToPath(new URL('../../gallery/vite.config.ts', import.meta.url))

/**
 * Closes the contexts of each test, because an open page would run during the tests that follow. All files use the same
 * worker fixtures, because Playwright starts another worker with another browser for a file with different ones.
 */
export const test = base.extend<{ readonly farewell: undefined }, WorkerFixtures>({
  farewell: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  // Biome requires a pattern here even when no fixture is used.
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  development: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({}, developmentServer)
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  gallery: [
    async ({ browserName: _ }, use) => {
      const { preview } = await import('vite')
      const server = await preview({
        configFile: galleryConfig,
        logLevel: 'silent',
        preview: { port: 0, strictPort: false },
      })
      await use(server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '')
      await server.close()
    },
    { scope: 'worker' },
  ],
  shared: [async ({ browserName: _ }, use) => use({}), { scope: 'worker' }],
  demo: [
    async ({ browserName: _ }, use) => {
      const host = await serveDemo()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
})
