import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], timeout: number, execArgv: string[] = []) => ({
  extends: true as const,
  test: { name, include, testTimeout: timeout, hookTimeout: timeout, environment: 'node' as const, execArgv },
})

/** Room for the many short-lived objects of a simulated world: most are gone before they are copied. */
const roomForYoungObjects = ['--max-semi-space-size=64']

export default defineConfig({
  plugins: [lingui()],
  test: {
    // Every core: nobody else works on the machine while the suite runs.
    maxWorkers: '100%',
    projects: [
      project('unit', ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'], 10_000),
      project('contract', ['test/contract/**/*.test.ts'], 30_000),
      project('simulation', ['test/simulation/**/*.test.ts'], 300_000, roomForYoungObjects),
    ],
  },
})
