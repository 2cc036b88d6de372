import { resultCode } from '#schemas/result-codes.ts'
import { parseRequest } from '#schemas/wire/read-request.ts'
import { CallRefusal } from '../calls/refusal.ts'

/** Largest JSON body, bytes. */
const jsonLimit = 256 * 1024
/** Bytes that are read of a body at most, those included that are dropped after its response. */
const mostRead = 64 * 1024 * 1024

/** The body of a request, read piece by piece. */
export interface OpenBody {
  /**
   * The next piece; undefined at the end.
   * @throws CallRefusal when the client went away; it gets no response, and nothing of the server has failed
   */
  next(): Promise<Uint8Array | undefined>
  /**
   * Reads the rest in the background and drops it, because many clients read a response only after they have sent
   * everything. To be called once nothing else is read.
   */
  discard(): void
}

/** Opens the body of a request. Nothing is read before the first `next`. */
export function openBody(request: Request): OpenBody {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let size = 0
  const read = async () => {
    reader ??= request.body?.getReader()
    const piece = (await reader?.read())?.value
    size += piece?.length ?? 0
    return piece
  }
  const drop = async () => {
    while (size <= mostRead) if (!(await read())) return
    await reader?.cancel()
  }
  return {
    next: () =>
      read().catch(() => {
        throw new CallRefusal(resultCode.invalid, 'invalid')
      }),
    discard() {
      // The client may be gone.
      if (reader) drop().catch(() => undefined)
    },
  }
}

/** @throws CallRefusal when a request announces more bytes than it may have */
export function refuseTooLarge(request: Request, limit: number): void {
  if (announcedSize(request) > limit) throw new CallRefusal(resultCode.tooLarge, 'too-large')
}

/** What a request says is the size of its body, bytes; 0 when it does not say. */
export function announcedSize(request: Request): number {
  const size = Number(request.headers.get('content-length') ?? 0)
  return Number.isSafeInteger(size) && size > 0 ? size : 0
}

/**
 * Reads a JSON body; nothing counts as no fields.
 * @throws CallRefusal when it is too large or no JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  refuseTooLarge(request, jsonLimit)
  const body = openBody(request)
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    for (let piece = await body.next(); piece; piece = await body.next()) {
      size += piece.length
      if (size > jsonLimit) throw new CallRefusal(resultCode.tooLarge, 'too-large')
      pieces.push(piece)
    }
    return parse(join(pieces))
  } finally {
    body.discard()
  }
}

function parse(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const value = text === '' ? {} : text && parseRequest(text)
  if (value === undefined) throw new CallRefusal(resultCode.invalid, 'invalid')
  return value
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The bytes of pieces in one. */
export function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
