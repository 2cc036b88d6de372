import { isStoredName } from '#domain/media/media-address.ts'
import type { Services } from '../services.ts'
import { readFilePasses } from './file-passes.ts'
import { readMessageFile } from './message-files.ts'

/**
 * A message file for whoever the cookies prove, kept by no cache (DEC-109 DEC-114). A stranger gets the same answer for
 * every address.
 */
export async function answerMessageFile(
  services: Services,
  name: string,
  cookies: string,
): Promise<Response> {
  if (!isStoredName(name)) return nothing()
  const readers = await readFilePasses(services, cookies)
  const file = readers.length === 0 ? undefined : await readMessageFile(services, name, readers)
  if (!file) return nothing()
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      ...fileHeaders,
      'Content-Type': file.contentType,
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-site',
    },
  })
}

/** Headers of every stored file: what it is was found out from its bytes, and nothing in it ever runs. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
} as const

const nothing = (): Response =>
  new Response('', {
    status: 404,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
