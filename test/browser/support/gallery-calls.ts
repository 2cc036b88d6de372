import type { Page } from '@playwright/test'

/** Starts to record the calls of the gallery's fixture client. Call it before the first page opens. */
export const watchCalls = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const calls: unknown[] = []
    Object.assign(window, { galleryCalls: calls })
    window.addEventListener('gallery:call', (event) => {
      if (event instanceof CustomEvent) calls.push(event.detail)
    })
  })
}

/** Returns the recorded arguments of each call with this name. */
export const callsOf = async (page: Page, name: string): Promise<readonly unknown[]> => {
  const calls = await page.evaluate<readonly (readonly unknown[])[]>('window.galleryCalls')
  return calls.filter(([called]) => called === name).map(([, ...values]) => values)
}

/** Changes the gallery's first group, as if other people had acted or the server rejected calls. */
export const changeGroup = (page: Page, scene: object): Promise<unknown> =>
  page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:group', { detail })), scene)
