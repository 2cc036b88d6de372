import { type Context, Hono } from 'hono'
import { resultCode } from '#schemas/result-codes.ts'
import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import { avatarTypeOf } from '../accounts/stored-picture.ts'
import { findRoute } from '../calls/call-table.ts'
import { dispatch, refusalEnvelope } from '../calls/dispatch.ts'
import type { CallContext } from '../calls/handler.ts'
import { CallRefusal, filesRetryAfter } from '../calls/refusal.ts'
import { withRequestId } from '../fault-reporting.ts'
import { FilesUnavailable } from '../files/file-store.ts'
import { openStored } from '../files/message-files.ts'
import { fileHeaders, serveMessageFile } from '../files/serve-file.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { readLocale } from '../texts/say.ts'
import { readJson } from './read-body.ts'
import { UploadReceiver } from './receive-upload.ts'
import { tooManyReaders, withEndCallback } from './with-end-callback.ts'

/** What the host knows about a request in addition to its content. */
export interface HostBindings {
  readonly peer: Peer
  /** Given by a host whose requests and responses cannot carry cookies; otherwise the headers do. */
  readonly cookies?: CookieJar
}
/**
 * Cookies of a host in a page or a worker. Neither Request nor Response may carry them there, so the host stores them
 * for its single visitor. `write` takes a Set-Cookie value, `read` returns a Cookie header's value.
 */
export interface CookieJar {
  read(): string
  write(cookie: string): void
}
export type HttpApp = Hono<{ Bindings: HostBindings }>

/** The HTTP side: calls under /Api, health at the root, stored files under /files. */
export function createHttpApp(services: Services): HttpApp {
  const app: HttpApp = new Hono()
  const parts = { services, uploads: new UploadReceiver(services) }
  app.get('/Health.txt', (context) => context.text('Health OK!'))
  app.get('/GetVersion', (context) => respondToCall(parts, context, '/GetVersion'))
  app.on(['GET', 'POST'], '/Api/:name', (context) =>
    respondToCall(parts, context, `/${context.req.param('name')}`),
  )
  app.get('/files/avatars/:name', (context) => serveAvatar(services, context, context.req.param('name')))
  app.get('/files/messages/:name', async (context) => {
    await takeTurn(services, context.env.peer)
    return serveMessageFile(services, context.req.param('name'), {
      isHead: context.req.method === 'HEAD',
      address: context.env.peer.address,
      cookies: cookiesOf(context),
      range: context.req.header('range'),
    })
  })
  app.onError((cause, context) => {
    const named = withRequestId(services, context.env.peer.requestId)
    const isFile = context.req.path.startsWith('/files/')
    if (isFile && cause instanceof FilesUnavailable) return filesUnavailable(named, cause)
    return envelope(context, refusalEnvelope(named, localeOf(context), cause, context.req.path))
  })
  return app
}

interface HttpServices {
  readonly services: Services
  readonly uploads: UploadReceiver
}
type HttpContext = Context<{ Bindings: HostBindings }>
const cookiesOf = (context: HttpContext): string =>
  context.env.cookies?.read() ?? context.req.header('cookie') ?? ''
const localeOf = (context: HttpContext) => readLocale(context.req.header('lang'))

/** Waits until an address may make its next request of the database. This machine itself does not wait. */
const takeTurn = async ({ addressTurns }: Services, { address, isLocal }: Peer): Promise<void> =>
  isLocal ? undefined : addressTurns.wait(address)

async function respondToCall(parts: HttpServices, context: HttpContext, path: string): Promise<Response> {
  const { services } = parts
  const definition = findRoute(path)?.definition
  const { peer } = context.env
  await takeTurn(services, peer)
  if (definition?.method !== context.req.method) throw new CallRefusal(resultCode.notFound, 'not-found')
  if (definition.method === 'POST') return respondToPost(parts, context, path, definition.isUpload)
  const response = await dispatch(services, path, context.req.query(), {
    headers: context.req.header(),
    peer,
  })
  return envelope(context, response)
}

async function respondToPost(
  { services, uploads }: HttpServices,
  context: HttpContext,
  path: string,
  isUpload: boolean,
): Promise<Response> {
  const request = context.req.raw
  const headers = context.req.header()
  const { peer } = context.env
  const setCookie = (cookie: string) => giveCookie(context, cookie)
  const callContext: CallContext = { headers, peer, cookies: cookiesOf(context), setCookie }
  const respond = async (fields: unknown, file: Partial<CallContext> = {}) =>
    envelope(context, await dispatch(services, path, fields, { ...callContext, ...file }))
  if (!isUpload) return respond(await readJson(request))
  return uploads.receive({ request, path, headers, peer }, ({ fields, ...file }) =>
    respond(fields, { ...file, isAdmitted: true }),
  )
}

/** The response for a file whose store is away. The browser may fetch it later. */
function filesUnavailable({ faults }: Services, cause: FilesUnavailable): Response {
  faults.report({ kind: 'files', detail: 'a file was not served', cause })
  const headers = { 'Retry-After': String(filesRetryAfter / 1_000), 'Cache-Control': 'no-store' }
  return new Response('', { status: 503, headers })
}

function giveCookie(context: HttpContext, cookie: string): void {
  if (context.env.cookies) context.env.cookies.write(cookie)
  else context.header('Set-Cookie', cookie, { append: true })
}

function envelope(context: HttpContext, response: ResponseEnvelope): Response {
  return context.json(response, 200, { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
}

async function serveAvatar(services: Services, context: HttpContext, name: string): Promise<Response> {
  const type = avatarTypeOf(name)
  const end = services.readers.enter(context.env.peer.address)
  if (!end) return tooManyReaders()
  const bytes = type && (await openStored(services.files, `avatars/${name}`).catch(endAndThrow(end)))
  if (!type || !bytes) {
    end()
    return new Response('', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
  const isHead = context.req.method === 'HEAD'
  if (isHead) end()
  return new Response(isHead ? null : withEndCallback(bytes, end), {
    headers: {
      ...fileHeaders,
      'Content-Disposition': 'inline',
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

const endAndThrow = (end: () => void) => (cause: unknown) => {
  end()
  throw cause
}
