const links = (): readonly HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
]

/** The addresses of the style sheets that the page has now, in their order. */
export const sheetsOfPage = (): readonly string[] => links().map(({ href }) => new URL(href).pathname)

/** Has them on their way before the page says which ones it has; what the page does not use dresses nothing. */
export function fetchSheets(sheets: readonly string[]): void {
  for (const sheet of sheets) document.head.append(linkTo(sheet, 'preload'))
}

/** Resolves once these style sheets dress the page; rejects when one cannot be had. */
export async function dress(sheets: readonly string[]): Promise<void> {
  const there = sheetsOfPage()
  await Promise.all(sheets.filter((sheet) => !there.includes(sheet)).map(addSheet))
}

const addSheet = (sheet: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = linkTo(sheet, 'stylesheet')
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('a style sheet is gone'))
    }
    document.head.append(link)
  })

/** As the build names its sheets, so that each is fetched once. */
function linkTo(sheet: string, rel: 'preload' | 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = 'style'
  link.crossOrigin = ''
  link.href = sheet
  return link
}
