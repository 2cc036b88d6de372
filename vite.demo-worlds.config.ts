import { defineConfig } from 'vite'

/** The program that prepares the demo's worlds; runs once, while the demo is built. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/demo/dump/make-dumps.ts',
    outDir: 'dist/demo-tools',
    target: 'node20',
    minify: false,
  },
})
