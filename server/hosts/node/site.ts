import { environmentGlobal } from '#schemas/env/environment.ts'
import { serverVersion } from '../../calls/system.ts'
import { openBody } from '../../http/read-body.ts'
import type { Peer } from '../../ports.ts'
import { type Locale, locales, say } from '../../texts/say.ts'
import type { AppFiles } from './app-files.ts'
import type { NodeBackend } from './node-backend.ts'
import { assetHeaders } from './page-headers.ts'
import { isSecureContext, requestIdHeader } from './peer.ts'
import type { Settings } from './settings.ts'

/** What the configuration of the app has from the settings. */
type Environment = Pick<Settings, 'brand' | 'hostOrigins'>

/** Serves one origin: the backend, two files created at each start, and the built app. */
export function createSite(
  backend: Pick<NodeBackend, 'owns' | 'fetch' | 'vapidKey'> & {
    readonly readiness: Pick<NodeBackend['readiness'], 'respond'>
  },
  files: AppFiles,
  environment: Environment,
): (request: Request, peer: Peer) => Promise<Response> {
  return async (request, peer) => {
    const response = await respond(request, peer)
    if (peer.isSecure) response.headers.set('Strict-Transport-Security', strictTransport)
    return response
  }

  async function respond(request: Request, peer: Peer): Promise<Response> {
    const path = new URL(request.url).pathname
    // Checks of a supervisor or a proxy use plain HTTP.
    if (path === '/Ready.txt') return backend.readiness.respond()
    if (path !== '/Health.txt' && !isSecureContext(peer)) return refuseInsecure(request)
    if (backend.owns(path)) return withRequestId(await backend.fetch(request, peer), peer)
    if (path === '/env.js')
      return uncached(environmentScript(environment, backend), 'text/javascript; charset=utf-8')
    if (path === '/version.json') return uncached(await versionFile(files), 'application/json')
    if (path === sharePath && request.method === 'POST') return redirectShare(request)
    return files.respond(request, peer)
  }
}

/** Files of the app carry no id: the server logs nothing about them, and the first page loads 30 of them. */
function withRequestId(response: Response, { requestId }: Peer): Response {
  if (requestId !== undefined) response.headers.set(requestIdHeader, requestId)
  return response
}

/** Browsers post shared content of other apps to this path. The service worker, if there is one, responds. */
const sharePath = '/share'

/** Redirects a browser without a service worker to the app. Reads at most 64 MiB of the content and drops it. */
async function redirectShare(request: Request): Promise<Response> {
  const body = openBody(request)
  // The client may be gone.
  await body.next().catch(() => undefined)
  body.discard()
  const headers = { ...assetHeaders, Location: '/', 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}

/** The script that sets the environment as one global object [BOOT-04 NOTIF-16]. */
export const environmentScript = (
  { brand, hostOrigins }: Environment,
  { vapidKey }: Pick<NodeBackend, 'vapidKey'>,
): string => {
  const environment = {
    brand,
    ...(hostOrigins.length > 0 && { hostOrigins }),
    ...(vapidKey !== undefined && { push: { vapidKey } }),
  }
  return `globalThis.${environmentGlobal} = ${JSON.stringify(environment)}\n`
}

/** The version file of the build; without one, for example of an app that is built elsewhere, our own version. */
const versionFile = async (files: AppFiles): Promise<string> =>
  (await files.readText('version.json')) ?? JSON.stringify({ version: serverVersion })

/** A year, s. Without other hosts of the domain, which may not be ours. */
const strictTransport = 'max-age=31536000'

const uncached = (body: string, type: string): Response =>
  new Response(body, { headers: { ...assetHeaders, 'Content-Type': type, 'Cache-Control': 'no-store' } })

/** The page for other machines over plain HTTP, which explains that HTTPS is missing (DEC-117). */
export function refuseInsecure(request: Request): Response {
  const locale = preferredLocale(request.headers.get('accept-language') ?? '')
  const title = say(locale, 'secure-title')
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><h1>${title}</h1><p>${say(locale, 'secure-body')}</p><p>${say(locale, 'secure-local')}</p></body>
</html>
`
  return new Response(html, {
    status: 403,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  })
}

// Returns the first requested language that the app has, or has in another region's form.
function preferredLocale(header: string): Locale {
  const asked = header.split(',').map((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  const speaks = (language: string): Locale | undefined =>
    locales.find((locale) => locale.toLowerCase() === language) ??
    locales.find((locale) => locale.split('-', 1)[0] === language.split('-', 1)[0])
  return asked.map(speaks).find((locale) => locale !== undefined) ?? 'en-US'
}
