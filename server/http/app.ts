import { type Context, Hono } from 'hono'
import { resultCode } from '#schemas/result-codes.ts'
import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import { avatarSizeLimit } from '../accounts/avatars.ts'
import { avatarTypeOf } from '../accounts/stored-picture.ts'
import { findRoute } from '../calls/call-table.ts'
import { dispatch, refusedAnswer } from '../calls/dispatch.ts'
import type { CallContext } from '../calls/handler.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { answerMessageFile, fileHeaders } from '../files/answer-file.ts'
import { openStored } from '../files/message-files.ts'
import { largestFile } from '../files/upload-limits.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { readLocale } from '../texts/say.ts'
import { endingWith, tooManyReaders } from './ending-with.ts'
import {
  type BudgetShare,
  createMemoryBudget,
  type MemoryBudget,
  type ReceivedBody,
  readBody,
  readForm,
} from './read-body.ts'

/** The host's knowledge of a request besides the request itself. */
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

const jsonLimit = 256 * 1024
// The file, the form's boundaries and its few fields.
const uploadLimit = Math.max(avatarSizeLimit, largestFile) + 64 * 1024

/** The memory that concurrent uploads share, bytes. An upload beyond it is asked to retry after `memoryWait` ms. */
const uploadMemory = 6 * uploadLimit
const memoryWait = 2_000

/** The HTTP side: calls under /Api, health at the root, stored files under /files. */
export function createHttpApp(services: Services): HttpApp {
  const app: HttpApp = new Hono()
  const parts = { services, room: createMemoryBudget(uploadMemory) }
  app.get('/Health.txt', (context) => context.text('Health OK!'))
  app.get('/GetVersion', (context) => answerCall(parts, context, '/GetVersion'))
  app.on(['GET', 'POST'], '/Api/:name', (context) =>
    answerCall(parts, context, `/${context.req.param('name')}`),
  )
  app.get('/files/avatars/:name', (context) => answerAvatar(services, context, context.req.param('name')))
  app.get('/files/messages/:name', (context) =>
    answerMessageFile(services, context.req.param('name'), {
      isHead: context.req.method === 'HEAD',
      address: context.env.peer.address,
      cookies: cookiesOf(context),
      range: context.req.header('range'),
    }),
  )
  app.onError((cause, context) =>
    context.json(refusedAnswer(services, localeOf(context), cause, context.req.path)),
  )
  return app
}

interface HttpParts {
  readonly services: Services
  readonly room: MemoryBudget
}
type HttpContext = Context<{ Bindings: HostBindings }>
const cookiesOf = (context: HttpContext): string =>
  context.env.cookies?.read() ?? context.req.header('cookie') ?? ''
const localeOf = (context: HttpContext) => readLocale(context.req.header('lang'))

async function answerCall(parts: HttpParts, context: HttpContext, path: string): Promise<Response> {
  const { services } = parts
  const definition = findRoute(path)?.definition
  if (definition?.method !== context.req.method) return refuse(services, context, resultCode.notFound)
  if (definition.method === 'POST') return answerPost(parts, context, path, definition.isUpload)
  const { peer } = context.env
  const answer = await dispatch(services, path, context.req.query(), { headers: context.req.header(), peer })
  return envelope(context, answer)
}

async function answerPost(
  { services, room }: HttpParts,
  context: HttpContext,
  path: string,
  isUpload: boolean,
): Promise<Response> {
  const headers = context.req.header()
  const { peer } = context.env
  // Counted before a large body is read; its sender is named in the form itself.
  if (isUpload) await services.limits.takeByAddress('uploadPerAddress', peer)
  const share = room.enter()
  try {
    const body = await receive(context.req.raw, isUpload, share)
    if (body === 'no-memory') throw CallRefusal.limited(memoryWait)
    if (body === 'too-large') return refuse(services, context, resultCode.tooLarge)
    const read = isUpload ? await readForm(body, headers['content-type']) : readJson(body)
    if (!read) return refuse(services, context, resultCode.invalid)
    const setCookie = (cookie: string) => giveCookie(context, cookie)
    const given = read.file ? { file: read.file, fileName: read.fileName } : {}
    const callContext: CallContext = { headers, peer, cookies: cookiesOf(context), setCookie, ...given }
    return envelope(context, await dispatch(services, path, read.fields, callContext))
  } finally {
    share.leave()
  }
}

/** Only uploads are large enough to need the budget. */
const receive = (request: Request, isUpload: boolean, share: BudgetShare): Promise<ReceivedBody> =>
  isUpload ? readBody(request, uploadLimit, share) : readBody(request, jsonLimit)

function giveCookie(context: HttpContext, cookie: string): void {
  if (context.env.cookies) context.env.cookies.write(cookie)
  else context.header('Set-Cookie', cookie, { append: true })
}

const refusalTexts = {
  [resultCode.notFound]: 'not-found',
  [resultCode.tooLarge]: 'too-large',
  [resultCode.invalid]: 'invalid',
} as const

function refuse(services: Services, context: HttpContext, code: keyof typeof refusalTexts): Response {
  const refusal = new CallRefusal(code, refusalTexts[code])
  return envelope(context, refusedAnswer(services, localeOf(context), refusal, context.req.path))
}

function envelope(context: HttpContext, answer: ResponseEnvelope): Response {
  return context.json(answer, 200, { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
}

function readJson(body: Uint8Array): { readonly fields: unknown; readonly file?: undefined } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { fields: text === '' ? {} : JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function answerAvatar(services: Services, context: HttpContext, name: string): Promise<Response> {
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
  return new Response(isHead ? null : endingWith(bytes, end), {
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
