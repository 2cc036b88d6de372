import type { RoomShare } from './memory-room.ts'

/** A body, or why there is none: larger than it may be, or no room for it now. */
export type ReceivedBody = Uint8Array<ArrayBuffer> | 'too-large' | 'no-room'

/** Reads a body as long as it stays within a limit, in bytes, and there is room for it, stopping as soon as that ends. */
export async function readBody(
  request: Request,
  limit: number,
  room?: Pick<RoomShare, 'take'>,
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
      return hasRoom ? 'too-large' : 'no-room'
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
