import type { Page } from '@playwright/test'

/** Returns where the page's origin still holds a text that a script could read. Empty if nowhere (DEC-109). */
export const placesWith = (page: Page, text: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = []
    const look = (place: string, content: string) => {
      if (content.includes(wanted)) found.push(place)
    }
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text()
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
      if (value instanceof Map || value instanceof Set) return textOf([...value])
      if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join('\n')
      if (typeof value === 'object' && value !== null) return textOf(Object.entries(value).flat())
      return String(value)
    }
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const readDatabase = async (name: string): Promise<void> => {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const access = () => database.transaction(store).objectStore(store)
        look(`indexedDB ${name}/${store}`, await textOf(await done(access().getAll())))
        look(`indexedDB ${name}/${store} keys`, await textOf(await done(access().getAllKeys())))
      }
      database.close()
    }
    const readFiles = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        look('file names', name)
        if (entry instanceof FileSystemDirectoryHandle) await readFiles(entry)
        else if (entry instanceof FileSystemFileHandle)
          look(`file ${name}`, await (await entry.getFile()).text())
      }
    }

    for (const { name } of await indexedDB.databases()) if (name) await readDatabase(name)
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        look(
          `cache ${name} ${request.url}`,
          request.url + ((await (await cache.match(request))?.text()) ?? ''),
        )
    }
    await readFiles(await navigator.storage.getDirectory())
    look('localStorage', JSON.stringify({ ...localStorage }))
    look('sessionStorage', JSON.stringify({ ...sessionStorage }))
    look('document', document.documentElement.outerHTML + document.title + document.cookie)
    const fields = [...document.querySelectorAll('input, textarea')]
    look('fields', fields.map((field) => ('value' in field ? String(field.value) : '')).join('\n'))
    for (const registration of await navigator.serviceWorker.getRegistrations())
      for (const { title, body, tag, data } of await registration.getNotifications())
        look('notifications', await textOf([title, body, tag, data]))
    return found
  }, text)

/**
 * Makes every later document of the page record when a text was in it, however briefly: as text, title, attribute or
 * input value. `wasPainted` returns the result.
 */
export async function watchFor(page: Page, text: string): Promise<{ wasPainted(): Promise<boolean> }> {
  await page.addInitScript((wanted) => {
    const isTyped = (field: Element) => 'value' in field && String(field.value).includes(wanted)
    const note = () => {
      const root = document.documentElement
      if (root === null || root.dataset.painted === 'yes') return
      const isHeld =
        root.outerHTML.includes(wanted) || [...root.querySelectorAll('input, textarea')].some(isTyped)
      if (isHeld) root.dataset.painted = 'yes'
    }
    const everything = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(note).observe(document, everything)
  }, text)
  return { wasPainted: async () => (await page.locator('html').getAttribute('data-painted')) === 'yes' }
}
