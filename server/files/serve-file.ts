import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { isStoredName } from '#domain/media/media-address.ts'
import { canShowInline } from '#domain/media/media-types.ts'
import { createToken } from '../accounts/secrets.ts'
import type { Principal } from '../accounts/sign-in-sessions.ts'
import { readCookies, writeCookie } from '../http/cookies.ts'
import { tooManyReaders, withEndCallback } from '../http/with-end-callback.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { filePass, signInSession } from '../store/schema/index.ts'
import type { ByteRange } from './file-store.ts'
import { findMessageFile, openBytes, type VisibleFile } from './message-files.ts'

/** The parts of a request for a file that decide its response. */
interface FileRequest {
  readonly cookies: string
  /** The Range header. */
  readonly range: string | undefined
  /** Whether only the headers are requested. */
  readonly isHead: boolean
  /** The client's address, for the limit on concurrent readers. */
  readonly address: string
}

/**
 * Serves a message file to the accounts that the cookies prove. No cache may store it (DEC-109 DEC-114). Players may
 * request a range. A stranger gets the same response for every address.
 */
export async function serveMessageFile(
  services: Services,
  name: string,
  request: FileRequest,
): Promise<Response> {
  if (!isStoredName(name)) return nothing()
  const readers = await readFilePasses(services, request.cookies)
  const file = readers.length === 0 ? undefined : await findMessageFile(services, name, readers)
  if (!file) return nothing()
  const range = readRange(request.range, file.size)
  if (range === 'outside') return outside(file)
  if (request.isHead) return serveBytes(file, null, range)
  const end = services.readers.enter(request.address, readers)
  if (!end) return tooManyReaders()
  const bytes = await openBytes(services, file, range).catch((cause: unknown) => {
    end()
    throw cause
  })
  if (bytes) return serveBytes(file, withEndCallback(bytes, end), range)
  end()
  return nothing()
}

const serveBytes = (
  file: VisibleFile,
  bytes: ReadableStream<Uint8Array> | null,
  range: ByteRange | undefined,
): Response =>
  new Response(bytes, {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(file),
      'Content-Length': String(range ? range.end - range.start + 1 : file.size),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
    },
  })

const outside = (file: VisibleFile): Response =>
  new Response('', { status: 416, headers: { ...headersOf(file), 'Content-Range': `bytes */${file.size}` } })

/** A file that a browser cannot show safely is downloaded instead, whatever its name. */
const headersOf = ({ contentType, kind }: VisibleFile) => ({
  ...fileHeaders,
  'Content-Type': contentType,
  'Content-Disposition': kind !== 'file' && canShowInline(contentType) ? 'inline' : 'attachment',
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-site',
})

/** Headers of every stored file: the type follows from its bytes, and no script in it ever runs. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
} as const

const nothing = (): Response =>
  new Response('', {
    status: 404,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })

/**
 * Parses a Range header for a file of `size` bytes. Only a single range is supported; several ranges, or an invalid
 * header, count as none.
 * @returns undefined for the whole file, `outside` for a range beyond it
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  // Without a first byte it means the last bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start > end ? 'outside' : { start, end }
}

/** How long a browser may fetch files without a new pass, s; the end of the sign-in session ends it earlier. */
const passLife = 24 * 60 * 60
/** One cookie per account, so that two accounts of a browser do not overwrite each other's. */
const cookieName = /^files-\d+$/
/** No browser has more accounts; more cookies are an attack. */
const mostPasses = 20

/**
 * Issues a cookie that lets the principal's browser fetch message files for a day (DEC-114). Scripts cannot read it. It
 * is sent only to this site's file path, and never with a request that another site started.
 * @returns the Set-Cookie value
 */
export async function issueFilePass(services: Services, principal: Principal, peer: Peer): Promise<string> {
  const token = createToken(services.random)
  await services.database.insert(filePass).values({
    digest: await services.digest.hash(token),
    sessionId: principal.sessionId,
    expiresAt: services.clock.now() + passLife * 1000,
  })
  const name = `files-${principal.accountId}`
  return writeCookie({ name, value: token, path: '/files/messages', maxAge: passLife }, peer)
}

/** Returns the accounts whose passes a Cookie header has, without those of ended sessions. */
async function readFilePasses(services: Services, cookies: string): Promise<readonly number[]> {
  const digests = await Promise.all(
    readCookies(cookies, cookieName)
      .slice(0, mostPasses)
      .map((token) => services.digest.hash(token)),
  )
  if (digests.length === 0) return []
  const rows = await services.database
    .select({ accountId: signInSession.accountId })
    .from(filePass)
    .innerJoin(signInSession, eq(signInSession.id, filePass.sessionId))
    .where(
      and(
        inArray(filePass.digest, digests),
        gt(filePass.expiresAt, services.clock.now()),
        isNull(signInSession.revokedAt),
      ),
    )
  return [...new Set(rows.map((row) => row.accountId))]
}

/** Removes expired passes. */
export async function removeExpiredPasses({ database, clock }: Services): Promise<void> {
  await database.delete(filePass).where(lte(filePass.expiresAt, clock.now()))
}
