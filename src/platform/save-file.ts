import type { Download } from '#domain/media/download.ts'

/** How long the bytes of a saved file are kept for the browser to take them, ms. */
const takingTime = 60_000

/** What saving needs of a browser. */
export interface SavingPage {
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Has the browser save what lies at an address. */
  save(address: string, name: string): void
  /** Makes an address of the bytes, for a minute. */
  toAddress(content: Blob): string
}

const browserPage: SavingPage = {
  fetch: (path, init) => fetch(path, init),
  save(address, name) {
    const link = document.createElement('a')
    link.href = address
    link.download = name
    document.body.append(link)
    link.click()
    link.remove()
  },
  toAddress(content) {
    const address = URL.createObjectURL(content)
    setTimeout(() => URL.revokeObjectURL(address), takingTime)
    return address
  },
}

/**
 * Saves a stored file under its name; false when it cannot be had. A server's file is streamed to disk by the browser, once its
 * first byte has shown that it is there. What a browser downloads passes service workers by, so where one stands for the server
 * (`isAnsweredInPage`) the page fetches the file and hands over its bytes.
 */
export async function saveFile(
  { path, name }: Download,
  isAnsweredInPage: boolean,
  page: SavingPage = browserPage,
): Promise<boolean> {
  const headers: HeadersInit = isAnsweredInPage ? {} : { Range: 'bytes=0-0' }
  try {
    const answer = await page.fetch(path, { credentials: 'same-origin', cache: 'no-store', headers })
    if (!answer.ok) return false
    const content = await answer.blob()
    page.save(isAnsweredInPage ? page.toAddress(content) : path, name)
    return true
  } catch {
    // No network, or it broke off: the caller says so.
    return false
  }
}
