/** Answers that one address, and one account, may be reading at the same time. */
export const maxReaders = { perAddress: 256, perAccount: 32 }

/** Counts the answers that are being read, because each holds a file and a piece of it in memory until it is read. */
export class ReaderLimits {
  readonly #counts = new Map<string, number>()

  /**
   * Starts an answer for an address and for the accounts it is read by.
   * @returns a function that ends it; undefined when the address or one of the accounts reads too many
   */
  enter(address: string, accountIds: readonly number[] = []): (() => void) | undefined {
    const accounts = accountIds.map((id) => `account ${id}`)
    const isFull =
      this.#count(`address ${address}`) >= maxReaders.perAddress ||
      accounts.some((key) => this.#count(key) >= maxReaders.perAccount)
    if (isFull) return undefined
    const keys = [`address ${address}`, ...accounts]
    for (const key of keys) this.#counts.set(key, this.#count(key) + 1)
    return () => {
      for (const key of keys.splice(0)) {
        const count = this.#count(key) - 1
        if (count > 0) this.#counts.set(key, count)
        else this.#counts.delete(key)
      }
    }
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}

/** The same bytes; `end` is called once when they have been read, or will not be read to their end. */
export function endingWith(bytes: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
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

/** The answer to a client that reads too much at the same time. */
export const tooManyReaders = (): Response =>
  new Response('', { status: 503, headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' } })
