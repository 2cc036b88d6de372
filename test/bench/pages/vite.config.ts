import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientPackages } from '../../../scripts/build-plugins.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The bench's own pages: the headless client with this browser's storage, and the references. */
export default defineConfig({
  root: here('.'),
  base: '/bench/',
  cacheDir: here('../../../.cache/bench-pages'),
  publicDir: false,
  define: {
    'import.meta.env.INSPECTION': 'false',
    'import.meta.env.IN_PAGE_BACKEND': 'false',
  },
  plugins: [react()],
  resolve: clientPackages,
  build: {
    outDir: here('../../../dist/bench'),
    emptyOutDir: true,
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: ['core', 'empty-page', 'bare-list', 'bare-editor'].map((name) => here(`${name}.html`)),
    },
  },
})
