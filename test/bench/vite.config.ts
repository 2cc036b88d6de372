import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the bench for Node, with the programs that it starts. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: here('../../.cache/bench'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      // It finds the server and the proxy's configuration by its own place.
      external: [/\/scripts\/cluster\/nodes\.mjs$/],
      input: {
        main: here('main.ts'),
        load: here('load/main.ts'),
        'bare-broadcast': here('server/bare-broadcast.ts'),
        'bare-echo': here('server/bare-echo.ts'),
        'quick-to-join': here('server/quick-to-join.ts'),
      },
      output: { entryFileNames: '[name].mjs' },
    },
  },
})
