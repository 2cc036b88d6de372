import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { createServer } from 'vite'

const configFile = fileURLToPath(new URL('../../gallery/vite.config.ts', import.meta.url))
const cacheDir = fileURLToPath(new URL('../../../.cache/gallery-tests', import.meta.url))

/** Pages of the gallery: the real screens over a made-up client, served on a free port. */
export const test = base.extend<object, { readonly gallery: string }>({
  gallery: [
    // biome requires a pattern here even where nothing is taken from it.
    async ({ browserName: _ }, use) => {
      const server = await createServer({ configFile, cacheDir, server: { port: 0, strictPort: false } })
      await server.listen()
      await use(server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '')
      await server.close()
    },
    { scope: 'worker' },
  ],
})
export { expect } from '@playwright/test'
