import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import {
  catalogModules,
  quietServiceWorker,
  startChunks,
  withoutInjectedStyles,
} from './scripts/build-plugins.ts'
import { emojiModules } from './scripts/emoji-modules.ts'
import { thirdPartyLicences } from './scripts/third-party-licences.ts'

const below = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const mockingModule = 'virtual:guarded-mock-service-worker'
const guard = below('src/demo/service-worker/mocking-guard.ts')

/** MSW's own service worker, copied from its package at each build, with our guard's listeners in front of its own. */
const guardedMocking = (): Plugin => ({
  name: 'guarded-mocking',
  resolveId: (id) => (id === mockingModule ? `\0${mockingModule}` : undefined),
  load(id) {
    if (id !== `\0${mockingModule}`) return undefined
    const code = readFileSync(below('node_modules/msw/lib/mockServiceWorker.js'), 'utf8')
    if (!code.includes('const activeClientIds = new Set()'))
      this.error('the guard does not fit this version of MSW')
    return `import { guardMocking } from ${JSON.stringify(guard)}\nguardMocking(() => activeClientIds)\n${code}`
  },
})

/** The demo: the app, its backend in a worker, and one service worker for both; static files in dist/demo. */
export default defineConfig({
  root: 'src/demo',
  publicDir: below('public'),
  define: { 'import.meta.env.INSPECTION': 'false', 'import.meta.env.IN_PAGE_BACKEND': 'true' },
  plugins: [
    react(),
    lingui({ configPath: below('lingui.config.js') }),
    catalogModules(),
    emojiModules(),
    withoutInjectedStyles(),
    thirdPartyLicences(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,wasm,data}'],
        // The program that makes a new cluster is never run: there is always a prepared one. What transcodes videos
        // and sounds is fetched with the first one that is sent.
        globIgnores: [
          '**/initdb*',
          '**/ffmpeg-core*',
          '**/mediabunny-*',
          '**/webcodecs-*',
          'service-worker.js',
          'env.js',
        ],
        maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
        buildPlugins: { vite: [quietServiceWorker(), guardedMocking()] },
      },
    }),
  ],
  worker: { format: 'es' },
  build: {
    outDir: below('dist/demo'),
    emptyOutDir: true,
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    sourcemap: false,
    // The service worker stores every file at the first visit.
    rolldownOptions: { output: { codeSplitting: startChunks } },
  },
})
