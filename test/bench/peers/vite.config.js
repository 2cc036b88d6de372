import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * A page for each of the others. They are written in plain JavaScript: their packages, and with them their types, are only
 * there when the bench runs.
 */
export default defineConfig({
  root: here('.'),
  base: '/bench/peers/',
  cacheDir: here('../../../.cache/bench-peers'),
  publicDir: false,
  define: { global: 'globalThis' },
  build: {
    outDir: here('../../../dist/bench/peers'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: ['stream-chat', 'matrix-js-sdk', 'rxdb'].map((name) => here(`${name}.html`)),
    },
  },
})
