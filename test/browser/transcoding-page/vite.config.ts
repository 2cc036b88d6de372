import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** A page with only the transcoder, for its tests. Never part of the product's build. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../../../dist/transcoding', import.meta.url)),
    emptyOutDir: true,
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  },
})
