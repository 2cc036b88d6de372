import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** Those that a theme or scheme can break: they change colours and nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Lets motion end, then runs every rule of axe over the page; what it finds fails the test with place and reason. */
export const expectAccessible = (page: Page, screen: string): Promise<void> =>
  expectNoViolations(page, screen, {})

/** The rules about colours alone, for a screen that was found accessible in another theme or scheme. */
export const expectAccessibleColours = (page: Page, screen: string): Promise<void> =>
  expectNoViolations(page, screen, { runOnly: { type: 'rule', values: colourRules } })

/** Every rule in the light scheme, then the colours in the dark one; leaves the light one. */
export async function expectAccessibleInBothSchemes(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, `${screen}, light`)
  await emulateScheme(page, 'dark')
  await expectAccessibleColours(page, `${screen}, dark`)
  await emulateScheme(page, 'light')
}

async function emulateScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
}

async function expectNoViolations(page: Page, screen: string, options: object): Promise<void> {
  // A turning ring never ends and is not waited for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then((result) => result.violations)`,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${screen}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found).toEqual([])
}
