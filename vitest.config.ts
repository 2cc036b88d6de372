import { lingui } from '@lingui/vite-plugin'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { catalogModules } from './scripts/build-plugins.ts'
import { emojiModules } from './scripts/emoji-modules.ts'

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>

const project = (name: string, include: string[], timeout: number, more: Partial<ProjectConfig> = {}) => ({
  extends: true as const,
  test: {
    name,
    include,
    testTimeout: timeout,
    hookTimeout: timeout,
    environment: 'node' as const,
    ...more,
  },
})

/** Room for the many short-lived objects of a simulated world: most are gone before they are copied. */
const roomForYoungObjects = ['--max-semi-space-size=64']

export default defineConfig({
  plugins: [lingui(), catalogModules(), emojiModules()],
  test: {
    // A green run is a quiet one: output of tests is shown only when they fail.
    silent: 'passed-only',
    reporters: ['minimal'],
    // Every core: nobody else works on the machine while the suite runs.
    maxWorkers: '100%',
    // Compiled modules of earlier runs, by the hash of their source: a fifth of the work of the unit tests.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    projects: [
      // Tests change no globals, so that a worker loads each module once for all of its files.
      project('unit', ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'], 30_000, {
        isolate: false,
        setupFiles: ['test/unit/loaded-imports.ts'],
      }),
      project('whole', ['test/whole/**/*.test.ts'], 30_000, { isolate: false }),
      project('contract', ['test/contract/**/*.test.ts'], 30_000, { isolate: false }),
      project('simulation', ['test/simulation/**/*.test.ts'], 300_000, {
        isolate: false,
        execArgv: roomForYoungObjects,
      }),
    ],
  },
})
