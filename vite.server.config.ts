import { defineConfig } from 'vite'

/**
 * Programs for Node: our own modules in one bundle, packages stay where npm put them. Builds the backend; the scripts of
 * the demo and of the simulation name another entry.
 */
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
