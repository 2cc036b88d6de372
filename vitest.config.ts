import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], timeout: number) => ({
  extends: true as const,
  test: { name, include, testTimeout: timeout, hookTimeout: timeout, environment: 'node' as const },
})

export default defineConfig({
  plugins: [lingui()],
  test: {
    // Every core: nobody else works on the machine while the suite runs.
    maxWorkers: '100%',
    projects: [
      project('unit', ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx'], 10_000),
      project('contract', ['test/contract/**/*.test.ts'], 30_000),
      project('simulation', ['test/simulation/**/*.test.ts'], 300_000),
    ],
  },
})
