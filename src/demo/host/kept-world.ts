import { findLocale, type Locale } from '#src/app/locales.ts'

const keptKey = 'chat-demo-world'

/** The language of the world that this browser keeps; undefined when there is none, or none that is whole. */
export const keptWorld = (): Locale | undefined => findLocale(localStorage.getItem(keptKey) ?? undefined)

/** The world and what the client knows of it are whole from now on. */
export const markKept = (locale: Locale): void => localStorage.setItem(keptKey, locale)

/** From now on there is no world: the next start makes one. */
export const forgetWorld = (): void => localStorage.removeItem(keptKey)

/** Names of our databases: the client's, the backend's files, and the engine's own. */
const isOurs = (name: string | undefined): name is string =>
  name !== undefined && (name.startsWith('chat-') || name.startsWith('/pglite/chat-'))

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

/** Deletes what an earlier world left behind; how the app looks and which language it speaks stay. */
export async function wipeRemains(): Promise<void> {
  sessionStorage.clear()
  const names = (await indexedDB.databases()).map(({ name }) => name).filter(isOurs)
  await Promise.all(names.map(deleteDatabase))
}
