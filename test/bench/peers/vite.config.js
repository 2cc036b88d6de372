import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * One page for each peer client. They are plain JavaScript, because their packages and types are installed only for the
 * bench.
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
