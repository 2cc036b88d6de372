import { isStoredName } from '#domain/media/media-address.ts'
import { isShownInPlace } from '#domain/media/media-types.ts'
import type { Services } from '../services.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import { readFilePasses } from './file-passes.ts'
import { findMessageFile, readBytes, type VisibleFile } from './message-files.ts'

/** What of a request for a file decides about its answer. */
interface FileRequest {
  readonly cookies: string
  /** The Range header. */
  readonly range: string | undefined
}

/**
 * A message file for the accounts that the cookies prove, kept by no cache (DEC-109 DEC-114); a part of it for players that seek. A
 * stranger gets the same answer for every address.
 */
export async function answerMessageFile(
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
  const bytes = await readBytes(services, file, range)
  return bytes ? answerBytes(file, bytes, range) : nothing()
}

const answerBytes = (file: VisibleFile, bytes: Uint8Array, range: ByteRange | undefined): Response =>
  new Response(new Uint8Array(bytes), {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(file),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
    },
  })

const outside = (file: VisibleFile): Response =>
  new Response('', { status: 416, headers: { ...headersOf(file), 'Content-Range': `bytes */${file.size}` } })

/** What a browser cannot show safely in place it saves instead, whatever the file was called. */
const headersOf = ({ contentType, kind }: VisibleFile) => ({
  ...fileHeaders,
  'Content-Type': contentType,
  'Content-Disposition': kind !== 'file' && isShownInPlace(contentType) ? 'inline' : 'attachment',
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-site',
})

/** Headers of every stored file: what it is was found out from its bytes, and nothing in it ever runs. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
} as const

const nothing = (): Response =>
  new Response('', {
    status: 404,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
