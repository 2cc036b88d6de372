import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import type { Clock } from '../ports.ts'

export type Reply<Value> =
  | { readonly kind: 'replied'; readonly value: Value }
  /** No response in time, or the connection closed. The server may have processed the request. */
  | { readonly kind: 'unanswered' }

/** Matches incoming frames to the requests that wait for them. */
export interface RequestCorrelator {
  /** Waits at most `limit` ms for a frame for which `read` returns a value. Never rejects. */
  wait<Value>(read: (frame: ServerFrame) => Value | undefined, limit: number): Promise<Reply<Value>>
  /** Passes a frame to the first request that recognises it; returns false if none does. */
  resolve(frame: ServerFrame): boolean
  /** Ends all requests as unanswered, because the connection is gone. */
  cancelAll(): void
}

interface PendingRequest {
  resolve(frame: ServerFrame): boolean
  cancel(): void
}

export function createRequestCorrelator(clock: Clock): RequestCorrelator {
  const pending = new Set<PendingRequest>()
  return {
    wait(read, limit) {
      return new Promise((settle) => {
        const finish = (reply: Reply<NonNullable<ReturnType<typeof read>>>) => {
          clock.clearTimeout(timer)
          pending.delete(request)
          settle(reply)
        }
        const request: PendingRequest = {
          resolve(frame) {
            const value = read(frame)
            if (value === undefined || value === null) return false
            finish({ kind: 'replied', value })
            return true
          },
          cancel: () => finish({ kind: 'unanswered' }),
        }
        const timer = clock.setTimeout(request.cancel, limit)
        pending.add(request)
      })
    },
    resolve: (frame) => [...pending].some((request) => request.resolve(frame)),
    cancelAll() {
      for (const request of [...pending]) request.cancel()
    },
  }
}
