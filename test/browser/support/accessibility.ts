import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** Lets motion end, then runs every rule of axe over the page; what it finds fails the test with place and reason. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A turning ring never ends and is not waited for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)')
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${screen}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found).toEqual([])
}
