import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import {
  buildVersion,
  catalogModules,
  clientPackages,
  developmentOnly,
  earlyFiles,
  quietServiceWorker,
  startChunks,
  withIntegrity,
  withoutInjectedStyles,
  withVersionKey,
} from './scripts/build-plugins.ts'
import { developmentBackend } from './scripts/development-backend.ts'
import { emojiModules } from './scripts/emoji-modules.ts'
import { thirdPartyLicences } from './scripts/third-party-licences.ts'

export default defineConfig(({ command }) => ({
  // The state-chart inspector exists in development only.
  define: {
    'import.meta.env.INSPECTION': JSON.stringify(command === 'serve'),
    'import.meta.env.IN_PAGE_BACKEND': 'false',
    // The build replaces these paths with those of the built files (scripts/build-plugins.ts).
    'import.meta.env.APP_FILE': JSON.stringify('/src/app/main.tsx'),
    'import.meta.env.ACCOUNT_FILE': JSON.stringify('/client/account-program.ts'),
  },
  plugins: [
    react(),
    lingui(),
    catalogModules(),
    emojiModules(),
    developmentBackend(),
    developmentOnly(),
    withoutInjectedStyles(),
    thirdPartyLicences(),
    earlyFiles(),
    buildVersion(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'icon.svg', 'assets/**/*.{js,css}'],
        // What transcodes videos and sounds is stored when it is used first, as are emoticons and stickers.
        globIgnores: [
          ...['**/ffmpeg-*', '**/mediabunny-*', '**/webcodecs-*', '**/worker-*', '**/decoding-worker-*'],
          '**/_virtual_third-party-licences-*',
          '**/_virtual_emoji-*',
        ],
        manifestTransforms: [withIntegrity('dist/app')],
        buildPlugins: { vite: [quietServiceWorker(), withVersionKey('dist/app')] },
      },
    }),
  ],
  resolve: clientPackages,
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4310), strictPort: true },
  optimizeDeps: {
    // Named, since the search follows no import of a screen that waits for its first visit: a package found as late as
    // that would reload the page.
    entries: ['index.html', '{src,client,machines,streams,schemas}/**/*.{ts,tsx}', '!src/demo/**'],
    exclude: ['@electric-sql/pglite', '@ffmpeg/ffmpeg'],
  },
  // The transcoder's worker loads its parts as they are needed.
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    outDir: 'dist/app',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    sourcemap: false,
    // Where it is missing, files are only asked for a little later.
    modulePreload: {
      polyfill: false,
      // The start chunk lists what each screen preloads. Most screens need nothing but styles that is not loaded yet.
      resolveDependencies: (file, files) =>
        /\/(account|conversation|screens|sign-in|touch)-/.test(file)
          ? files
          : files.filter((name) => name.endsWith('.css')),
    },
    // The transcoder's encoders come whole, each in a file that only its worker fetches.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { start: 'index.html' },
      output: { codeSplitting: startChunks },
      checks: {
        // On a busy machine every build would report the time of its plugins.
        bundlerTimings: false,
        // The groups above give a module a chunk of its own, although other modules import it statically.
        ineffectiveDynamicImport: false,
      },
    },
  },
}))
