import type { Download } from '#domain/media/download.ts'

/** How long the bytes of a saved file stay available to the browser, ms. */
const takingTime = 60_000

/** The browser features that saving needs. */
export interface SavingPage {
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Makes the browser save the resource at a URL. */
  save(address: string, name: string): void
  /** Creates a URL of the bytes, valid for a minute. */
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

/** Saves bytes under a name. */
export const saveBytes = (content: Blob, name: string): void =>
  browserPage.save(browserPage.toAddress(content), name)

/**
 * Saves a stored file under its name. Returns false if it cannot be fetched. The browser streams a server's file to
 * disk, after its first byte has arrived. Downloads bypass service workers. So if one acts as the server
 * (`isAnsweredInPage`), the page fetches the file and saves its bytes.
 */
export async function saveFile(
  { path, name }: Download,
  isAnsweredInPage: boolean,
  page: SavingPage = browserPage,
): Promise<boolean> {
  const headers: HeadersInit = isAnsweredInPage ? {} : { Range: 'bytes=0-0' }
  try {
    const response = await page.fetch(path, { credentials: 'same-origin', cache: 'no-store', headers })
    if (!response.ok) return false
    const content = await response.blob()
    page.save(isAnsweredInPage ? page.toAddress(content) : path, name)
    return true
  } catch {
    // The network failed. The caller shows it.
    return false
  }
}
