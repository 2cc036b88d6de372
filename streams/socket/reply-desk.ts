import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import type { Clock } from '../ports.ts'

export type Reply<Value> =
  | { readonly kind: 'replied'; readonly value: Value }
  /** Nothing came in time, or the connection went: nobody knows whether the server took it. */
  | { readonly kind: 'unanswered' }

/** Matches what comes in to the requests that wait for it. */
export interface ReplyDesk {
  /** Waits for a frame that `read` recognises, at most `limit` ms. Never rejects. */
  wait<Value>(read: (frame: ServerFrame) => Value | undefined, limit: number): Promise<Reply<Value>>
  /** Hands a frame to the first request that knows it; false when none does. */
  offer(frame: ServerFrame): boolean
  /** The connection is gone: nothing that waits will be answered. */
  giveUp(): void
}

interface Waiting {
  offer(frame: ServerFrame): boolean
  giveUp(): void
}

export function createReplyDesk(clock: Clock): ReplyDesk {
  const waiting = new Set<Waiting>()
  return {
    wait(read, limit) {
      return new Promise((resolve) => {
        const finish = (reply: Reply<NonNullable<ReturnType<typeof read>>>) => {
          clock.clearTimeout(timer)
          waiting.delete(entry)
          resolve(reply)
        }
        const entry: Waiting = {
          offer(frame) {
            const value = read(frame)
            if (value === undefined || value === null) return false
            finish({ kind: 'replied', value })
            return true
          },
          giveUp: () => finish({ kind: 'unanswered' }),
        }
        const timer = clock.setTimeout(entry.giveUp, limit)
        waiting.add(entry)
      })
    },
    offer: (frame) => [...waiting].some((entry) => entry.offer(frame)),
    giveUp() {
      for (const entry of [...waiting]) entry.giveUp()
    },
  }
}
