import type { Page } from '@playwright/test'

/** What a page took over the wire. */
export interface WireBytes {
  /** Everything from now on, heads of answers included, as the server sent it. */
  total(): number
  /** How many answers came. */
  answers(): number
}

/** Counts what the page takes from now on, with a cache that holds nothing. */
export async function countWireBytes(page: Page): Promise<WireBytes> {
  const session = await page.context().newCDPSession(page)
  let total = 0
  let answers = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    total += encodedDataLength
    answers += 1
  })
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  return { total: () => total, answers: () => answers }
}
