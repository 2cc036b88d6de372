import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './scripts/chromium-flags.mjs'

/** A fake microphone that beeps once a second and needs no permission prompt. */
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/**
 * Pages live for seconds, so that optimised code seldom pays for its compilation: a twentieth of the processor time of
 * all journeys. The bench and Lighthouse run without this flag.
 */
const withoutOptimisation = ['--js-flags=--no-opt --no-maglev']

/** Journeys through the real server in real browsers; they build the app first; `npm test` names the browser. */
export default defineConfig({
  globalSetup: './scripts/build-for-journeys.mjs',
  testDir: 'test/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: false,
  // Journeys wait a quarter of their time for timers and animation frames. Three of them use two cores.
  workers: 3,
  retries: 0,
  // The limits only end what hangs, so they fit a machine that is ten times as slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['dot'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    headless: true,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    // The same for all files, because Playwright starts another worker for other launch options.
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [...chromiumFlags, ...fakeMicrophone, ...withoutOptimisation],
    },
    // Answered already, so that the question stands in nobody's way; its own journey takes this back.
    permissions: ['notifications'],
    // A worker would store three megabytes in each new context. The journeys about it, and the demo, allow it.
    serviceWorkers: 'block',
    // No journey is about motion, and drawing it takes the machine's time from what they are about.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
})
