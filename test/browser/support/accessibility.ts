import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { twoFrames } from './stillness.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** Rules that a theme or scheme can break, because both change colours only. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Waits for the end of animations, then runs every rule of axe over the page. A violation fails the test with its place
 * and reason.
 */
export const expectAccessible = (page: Page, screen: string): Promise<void> =>
  expectNoViolations(page, screen, {})

/** Runs only the rules about colours, for a screen that passed all rules in another theme or scheme. */
export const expectAccessibleColours = (page: Page, screen: string): Promise<void> =>
  expectNoViolations(page, screen, { runOnly: { type: 'rule', values: colourRules } })

/** Runs every rule in the light scheme, then the colour rules in the dark one. Restores the light scheme. */
export async function expectAccessibleInBothSchemes(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, `${screen}, light`)
  await emulateScheme(page, 'dark')
  await expectAccessibleColours(page, `${screen}, dark`)
  await emulateScheme(page, 'light')
}

const frameSizes = { full: { width: 1440, height: 900 }, compact: { width: 390, height: 844 } } as const

/** Runs a check of the open screen in the full frame and then in the compact one. Restores the full frame. */
export async function inBothFrames(
  page: Page,
  check: (frame: keyof typeof frameSizes) => Promise<void>,
): Promise<void> {
  // After a change of size the pointer would rest on another element and open its tooltip.
  await page.mouse.move(0, 0)
  for (const frame of ['full', 'compact'] as const) {
    await page.setViewportSize(frameSizes[frame])
    await twoFrames(page)
    await expect(page.getByText('Loading')).toHaveCount(0)
    await check(frame)
  }
  await page.setViewportSize(frameSizes.full)
}

async function emulateScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
}

async function expectNoViolations(page: Page, screen: string, options: object): Promise<void> {
  // A spinner never ends, so it is not waited for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>(
    // Describing each passed node would take as long as the checks.
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${screen}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found).toEqual([])
}
