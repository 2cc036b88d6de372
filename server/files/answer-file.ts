import { isStoredName } from '#domain/media/media-address.ts'
import { canShowInline } from '#domain/media/media-types.ts'
import { endingWith, tooManyReaders } from '../http/ending-with.ts'
import type { Services } from '../services.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import { readFilePasses } from './file-passes.ts'
import { findMessageFile, openBytes, type VisibleFile } from './message-files.ts'

/** What of a request for a file decides about its answer. */
interface FileRequest {
  readonly cookies: string
  /** The Range header. */
  readonly range: string | undefined
  /** Whether only the headers are asked for. */
  readonly isHead: boolean
  /** Address of the client, for the number of readers. */
  readonly address: string
}

/**
 * A message file for the accounts that the cookies prove, kept by no cache (DEC-109 DEC-114); a part of it for players
 * that seek. A stranger gets the same answer for every address.
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
  if (request.isHead) return answerBytes(file, null, range)
  const end = services.readers.enter(request.address, readers)
  if (!end) return tooManyReaders()
  const bytes = await openBytes(services, file, range).catch((cause: unknown) => {
    end()
    throw cause
  })
  if (bytes) return answerBytes(file, endingWith(bytes, end), range)
  end()
  return nothing()
}

const answerBytes = (
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

/** What a browser cannot show safely in place it saves instead, whatever the file was called. */
const headersOf = ({ contentType, kind }: VisibleFile) => ({
  ...fileHeaders,
  'Content-Type': contentType,
  'Content-Disposition': kind !== 'file' && canShowInline(contentType) ? 'inline' : 'attachment',
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
