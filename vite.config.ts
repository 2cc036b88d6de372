import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { developmentBackend } from './scripts/development-backend.ts'
import { developmentOnly } from './scripts/development-only.ts'
import { withoutInjectedStyles } from './scripts/without-injected-styles.ts'

export default defineConfig(({ command }) => ({
  // The state-chart inspector exists in development only.
  define: {
    'import.meta.env.INSPECTION': JSON.stringify(command === 'serve'),
    'import.meta.env.IN_PAGE_BACKEND': 'false',
  },
  plugins: [react(), lingui(), developmentBackend(), developmentOnly(), withoutInjectedStyles()],
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4310), strictPort: true },
  optimizeDeps: { exclude: ['@electric-sql/pglite', '@ffmpeg/ffmpeg'] },
  // The transcoder's worker loads its parts as they are needed.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    sourcemap: false,
    // The transcoder's encoders come whole, each in a file that only its worker fetches.
    chunkSizeWarningLimit: 1000,
  },
}))
