import type { Locale } from '#src/app/locales.ts'
import { engineCache } from '../addresses.ts'
import { engineFiles } from '../engine-files.ts'
import { worldFile } from '../world-file.ts'

/** Keeps what the service worker's own list is too small for, so that the demo also starts without a network. */
export async function keepEngine(locale: Locale): Promise<void> {
  const wanted = [...Object.values(engineFiles), `/${worldFile(locale)}`]
  const cache = await caches.open(engineCache)
  const held = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]))
  for (const [path, request] of held) if (!wanted.includes(path)) await cache.delete(request)
  for (const path of wanted) if (!held.has(path)) await cache.add(path)
}
