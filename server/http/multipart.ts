/** What a form may hold apart from the bytes of its file. No form of the contract comes near. */
export const formLimits = { fields: 20, fieldBytes: 4_096, headerBytes: 4_096 }

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>
  /** What the part named `file` was called; undefined when there is no such part. */
  readonly fileName: string | undefined
}

/** Returns the next chunk of a body; undefined at its end. */
export type NextChunk = () => Promise<Uint8Array | undefined>

/** Takes the file's bytes chunk by chunk, in order; throws to stop. */
export type TakeChunk = (chunk: Uint8Array) => void

/**
 * Reads a multipart form (RFC 7578) as it arrives: text fields, each once, and at most one part with a file name, which
 * is named `file`. Buffers at most one chunk and the fields.
 * @param openFile gets the fields before the file when the file begins; throws to stop before its first byte
 * @returns undefined when it is no such form or exceeds `formLimits`; the body may then have been read in part
 * @throws whatever `next`, `openFile` and the function that it answers throw
 */
export async function readForm(
  next: NextChunk,
  contentType: string | undefined,
  openFile: (fields: ReceivedForm['fields']) => Promise<TakeChunk>,
): Promise<ReceivedForm | undefined> {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  try {
    return await readParts(new FormBytes(next), encode(`\r\n--${boundary}`), openFile)
  } catch (cause) {
    if (cause instanceof MalformedForm) return undefined
    throw cause
  }
}

async function readParts(
  bytes: FormBytes,
  delimiter: Uint8Array,
  openFile: (fields: ReceivedForm['fields']) => Promise<TakeChunk>,
): Promise<ReceivedForm> {
  const fields = new Map<string, string>()
  let fileName: string | undefined
  // Nothing may precede the first boundary.
  await bytes.readText(delimiter, 0)
  while (!(await bytes.isAtEnd())) {
    const part = readDisposition(await bytes.readText(endOfHeaders, formLimits.headerBytes))
    if (part.fileName === undefined) {
      if (fields.has(part.name) || fields.size >= formLimits.fields) throw new MalformedForm()
      fields.set(part.name, await bytes.readText(delimiter, formLimits.fieldBytes))
    } else {
      if (part.name !== 'file' || fileName !== undefined) throw new MalformedForm()
      fileName = part.fileName
      await bytes.readUntil(delimiter, await openFile(Object.fromEntries(fields)))
    }
  }
  return { fields: Object.fromEntries(fields), fileName }
}

class MalformedForm extends Error {}

/** The boundary that a Content-Type header names; undefined when it is not that of a form. */
function boundaryOf(contentType = ''): string | undefined {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  if (type.toLowerCase() !== 'multipart/form-data') return undefined
  for (const parameter of parameters) {
    const [, boundary] = /^boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(parameter) ?? []
    if (boundary !== undefined) return boundary
  }
  return undefined
}

/** The name of a part and of its file, as browsers write them: three characters are escaped by percent signs. */
function readDisposition(headers: string): { readonly name: string; readonly fileName: string | undefined } {
  const line = headers.split('\r\n').find((one) => /^content-disposition:/i.test(one)) ?? ''
  const [, parameters] = /^[^:]+: *form-data *;(.*)$/is.exec(line) ?? []
  const parameterOf = (parameter: string) =>
    new RegExp(`(?:^|;) *${parameter}="([^"]*)"`, 'i').exec(parameters ?? '')?.[1]
  const name = parameterOf('name')
  if (name === undefined) throw new MalformedForm()
  const fileName = parameterOf('filename')
  return { name: unescapeName(name), fileName: fileName === undefined ? undefined : unescapeName(fileName) }
}

const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0A': '\n', '%0D': '\r' }
const unescapeName = (text: string): string =>
  text.replace(/%22|%0A|%0D/gi, (one) => escapes[one.toUpperCase()] ?? one)

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const endOfHeaders = encode('\r\n\r\n')
const [carriageReturn, lineFeed, hyphen] = [13, 10, 45]

/** The bytes of a form that have arrived and were not read yet. */
class FormBytes {
  readonly #next: NextChunk
  // As if a line had ended before the first boundary, so that all boundaries begin alike.
  #buffered = encode('\r\n')

  constructor(next: NextChunk) {
    this.#next = next
  }

  /** Hands on the bytes before a delimiter and drops the delimiter. */
  async readUntil(delimiter: Uint8Array, take: TakeChunk): Promise<void> {
    for (;;) {
      const at = find(this.#buffered, delimiter)
      // What is held may end with the start of the delimiter.
      const end = at < 0 ? Math.max(0, this.#buffered.length - delimiter.length + 1) : at
      if (end > 0) take(this.#buffered.subarray(0, end))
      this.#buffered = this.#buffered.subarray(at < 0 ? end : at + delimiter.length)
      if (at >= 0) return
      await this.#receive()
    }
  }

  /** Reads text before a delimiter, of so many bytes at most, and drops the delimiter. */
  async readText(delimiter: Uint8Array, limit: number): Promise<string> {
    const decoder = new TextDecoder()
    let size = 0
    let text = ''
    await this.readUntil(delimiter, (chunk) => {
      size += chunk.length
      if (size > limit) throw new MalformedForm()
      text += decoder.decode(chunk, { stream: true })
    })
    return text + decoder.decode()
  }

  /** Whether the boundary that was just read ends the form; reads the two bytes after it. */
  async isAtEnd(): Promise<boolean> {
    while (this.#buffered.length < 2) await this.#receive()
    const [first, second] = this.#buffered
    this.#buffered = this.#buffered.subarray(2)
    if (first === hyphen && second === hyphen) return true
    if (first !== carriageReturn || second !== lineFeed) throw new MalformedForm()
    return false
  }

  async #receive(): Promise<void> {
    const chunk = await this.#next()
    if (!chunk) throw new MalformedForm()
    const joined = new Uint8Array(this.#buffered.length + chunk.length)
    joined.set(this.#buffered)
    joined.set(chunk, this.#buffered.length)
    this.#buffered = joined
  }
}

/**
 * Where a delimiter begins, or -1. Linear for any bytes: a delimiter has its first byte, a carriage return, nowhere
 * else but in the end of the headers, which is short.
 */
function find(bytes: Uint8Array, delimiter: Uint8Array): number {
  for (let at = 0; at <= bytes.length - delimiter.length; at++) {
    let length = 0
    while (length < delimiter.length && bytes[at + length] === delimiter[length]) length += 1
    if (length === delimiter.length) return at
  }
  return -1
}
