import type { Page } from '@playwright/test'

/** Starts to note what the gallery's made-up client is asked for; before the first page is opened. */
export const watchCalls = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const calls: unknown[] = []
    Object.assign(window, { galleryCalls: calls })
    window.addEventListener('gallery:call', (event) => {
      if (event instanceof CustomEvent) calls.push(event.detail)
    })
  })
}

/** What it was asked for so far under one name: each call's values. */
export const callsOf = async (page: Page, name: string): Promise<readonly unknown[]> => {
  const calls = await page.evaluate<readonly (readonly unknown[])[]>('window.galleryCalls')
  return calls.filter(([called]) => called === name).map(([, ...values]) => values)
}
