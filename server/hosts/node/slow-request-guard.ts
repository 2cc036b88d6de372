import type { IncomingMessage } from 'node:http'

/**
 * How a client must send the body of a request: so many bytes in each time of so many ms, and all of it within a total
 * time, which is also how long our own client waits for an upload.
 */
export const requestBodyLimits = { time: 20_000, leastBytes: 20_000, totalTime: 300_000 }

interface Sender {
  readonly startedAt: number
  /** When bytes were counted last, and how many the connection had received by then. */
  countedAt: number
  bytes: number
}

/** Hangs up on clients that send the body of a request too slowly, so that they do not hold connections and memory. */
export class SlowRequestGuard {
  readonly #now: () => number
  readonly #senders = new Map<IncomingMessage, Sender>()

  /** @param now a clock that never goes back, ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Watches a request until its body is complete. */
  add(request: IncomingMessage): void {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    const now = this.#now()
    this.#senders.set(request, { startedAt: now, countedAt: now, bytes: request.socket.bytesRead })
  }

  /** Hangs up on those who were too slow; to be called every few seconds. */
  check(): void {
    const now = this.#now()
    for (const [request, sender] of this.#senders) {
      if (request.complete || request.socket.destroyed) this.#senders.delete(request)
      else if (isTooSlow(request, sender, now)) request.socket.destroy()
    }
  }
}

function isTooSlow({ socket }: IncomingMessage, sender: Sender, now: number): boolean {
  if (now - sender.startedAt > requestBodyLimits.totalTime) return true
  if (now - sender.countedAt < requestBodyLimits.time) return false
  const received = socket.bytesRead - sender.bytes
  sender.countedAt = now
  sender.bytes = socket.bytesRead
  return received < requestBodyLimits.leastBytes
}
