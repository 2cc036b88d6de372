import { defineConfig } from 'vite'

/** Bundles the simulation's worker for Node, so that thousands of seeds start in one plain process. */
export default defineConfig({
  build: {
    ssr: 'test/simulation/worker.ts',
    outDir: '.cache/simulation',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
  },
})
