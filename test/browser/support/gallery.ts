import { fileURLToPath } from 'node:url'
import { preview } from 'vite'
import { test as base } from './tidy-test.ts'

const configFile = fileURLToPath(new URL('../../gallery/vite.config.ts', import.meta.url))

/** Pages of the gallery: the real screens over a made-up client, built before and served on a free port. */
export const test = base.extend<object, { readonly gallery: string }>({
  gallery: [
    // biome requires a pattern here even where nothing is taken from it.
    async ({ browserName: _ }, use) => {
      const server = await preview({
        configFile,
        logLevel: 'silent',
        preview: { port: 0, strictPort: false },
      })
      await use(server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '')
      await server.close()
    },
    { scope: 'worker' },
  ],
})
export { expect } from '@playwright/test'
