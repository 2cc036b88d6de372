import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare global {
  /** What the build fills in: every file of the shell with its revision. */
  var __WB_MANIFEST: (PrecacheEntry | string)[] | undefined
}

precacheAndRoute(self.__WB_MANIFEST ?? [])

// Every address is the one page, as on a server.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/(Api|files)\//] }))

// The engine's files are named by their content; the page puts them into the cache (host/keep-engine.ts).
registerRoute(
  ({ url }) => /\.(wasm|data)$/.test(url.pathname),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)

// A prepared world may have changed under its name: the cache is for want of a network.
registerRoute(
  ({ url }) => url.pathname.endsWith('.dump'),
  async ({ request }) => {
    try {
      return await fetch(request)
    } catch (cause) {
      const kept = await caches.match(request)
      if (kept) return kept
      throw cause
    }
  },
)
