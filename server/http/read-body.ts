/** A body, or why it was not read: larger than allowed, or no memory for it now. */
export type ReceivedBody = Uint8Array<ArrayBuffer> | 'too-large' | 'no-memory'

/** Reads a body within a limit, in bytes, and within the memory budget. Stops reading as soon as it exceeds either. */
export async function readBody(
  request: Request,
  limit: number,
  room?: Pick<BudgetShare, 'take'>,
): Promise<ReceivedBody> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too-large'
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return join(chunks, size)
    size += value.length
    const hasRoom = room?.take(value.length) ?? true
    if (size > limit || !hasRoom) {
      await reader.cancel()
      return hasRoom ? 'too-large' : 'no-memory'
    }
    chunks.push(value)
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The memory budget that request bodies share while they are received. */
export interface MemoryBudget {
  /** Starts the share of one body. */
  enter(): BudgetShare
}

export interface BudgetShare {
  /** Takes bytes from the budget. Returns whether it had them. */
  take(bytes: number): boolean
  /** Returns all bytes that were taken. */
  leave(): void
}

/** Creates a budget, in bytes. */
export function createMemoryBudget(size: number): MemoryBudget {
  let taken = 0
  return {
    enter() {
      let own = 0
      return {
        take(bytes) {
          if (taken + bytes > size) return false
          taken += bytes
          own += bytes
          return true
        },
        leave() {
          taken -= own
          own = 0
        },
      }
    },
  }
}

interface ReceivedForm {
  readonly fields: Record<string, string>
  readonly file: Uint8Array | undefined
  readonly fileName: string
}

/**
 * Parses a multipart form that has been received completely.
 * @returns its text fields, and the bytes and name of its part named `file`; undefined if it is no such form
 */
export async function readForm(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<ReceivedForm | undefined> {
  const form = await parse(body, contentType)
  if (!form) return undefined
  const fields: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value
  const part = form.get('file')
  const file = part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : undefined
  return { fields, file, fileName: part instanceof File ? part.name : '' }
}

async function parse(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<FormData | undefined> {
  if (!contentType?.startsWith('multipart/form-data')) return undefined
  try {
    return await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    return undefined
  }
}
