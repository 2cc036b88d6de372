import type { Page } from '@playwright/test'

/** Counts the bytes that a page receives. */
export interface WireBytes {
  /** Bytes since the start of counting, response headers included, as the server sent them. */
  total(): number
  /** The number of responses. */
  answers(): number
}

/** Starts to count the bytes that the page receives, with an empty cache. */
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
