const links = (): readonly HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
]

/** The addresses of the style sheets that the page has now, in their order. */
export const sheetsOfPage = (): readonly string[] => links().map(({ href }) => new URL(href).pathname)

/** Resolves once these style sheets dress the page; rejects when one cannot be had. */
export async function dress(sheets: readonly string[]): Promise<void> {
  const there = sheetsOfPage()
  await Promise.all(sheets.filter((sheet) => !there.includes(sheet)).map(addSheet))
}

const addSheet = (sheet: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('a style sheet is gone'))
    }
    document.head.append(link)
  })
