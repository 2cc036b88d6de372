import { defineConfig } from 'vite'

/** The backend for Node: our own modules in one bundle, packages stay where npm put them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/hosts/node/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
})
