const links = (): readonly HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
]

/** The paths of the page's style sheets, in their order. */
export const sheetsOfPage = (): readonly string[] => links().map(({ href }) => new URL(href).pathname)

/** Starts to load style sheets without applying them. */
export function preloadSheets(sheets: readonly string[]): void {
  for (const sheet of sheets) document.head.append(createLink(sheet, 'preload'))
}

/** Resolves when these style sheets apply to the page; rejects when one cannot be loaded. */
export async function applySheets(sheets: readonly string[]): Promise<void> {
  const present = sheetsOfPage()
  await Promise.all(sheets.filter((sheet) => !present.includes(sheet)).map(addSheet))
}

const addSheet = (sheet: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = createLink(sheet, 'stylesheet')
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('a style sheet could not be loaded'))
    }
    document.head.append(link)
  })

/** With the attributes of the links in the built page, so that the browser loads each file once. */
function createLink(sheet: string, rel: 'preload' | 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = 'style'
  link.crossOrigin = ''
  link.href = sheet
  return link
}
