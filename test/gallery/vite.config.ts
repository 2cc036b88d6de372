import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The real screens over a made-up client, for looking at; never part of the product's build. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../.cache/gallery', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
  plugins: [react(), lingui()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/gallery', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
  },
  server: {
    port: 4390,
    strictPort: true,
    fs: { allow: [root] },
    hmr: false,
    watch: { ignored: ['**/.git/**'] },
  },
})
