/**
 * Returns a stream of the same bytes. Calls `end` once, when all bytes have been read or reading was cancelled.
 */
export function withEndCallback(
  bytes: ReadableStream<Uint8Array>,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = bytes.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          end()
          controller.close()
        } catch (cause) {
          end()
          controller.error(cause)
        }
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      },
    },
    // Nothing is read ahead of the client.
    { highWaterMark: 0 },
  )
}

/** The response to a client with too many concurrent reads. */
export const tooManyReaders = (): Response =>
  new Response('', { status: 503, headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' } })
