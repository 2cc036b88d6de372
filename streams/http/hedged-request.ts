import { hedging } from '#domain/http/call-limits.ts'
import { Cancelled } from '../clock/timing.ts'
import type { Clock, TimerHandle } from '../ports.ts'

/** Sends a request; calls `onResponding` as soon as a response begins to arrive. */
type Send<Response> = (signal: AbortSignal, onResponding: () => void) => Promise<Response>

interface HedgedRequest<Response> {
  readonly clock: Clock
  readonly send: Send<Response>
  readonly signal: AbortSignal
  /** Called before each further request; false cancels all requests. */
  mayRepeat(): boolean
}

/**
 * Sends an idempotent request, and sends it again in parallel if no response begins within 4 s, up to three in total.
 * A connection that died unnoticed never responds, and the next request uses another one. Resolves with the first
 * response and cancels the others. Rejects as the last request if all fail (DEC-172), and with Cancelled if
 * `mayRepeat` forbids a repetition.
 */
export function hedgeRequest<Response>({
  clock,
  send,
  signal,
  mayRepeat,
}: HedgedRequest<Response>): Promise<Response> {
  const all = new AbortController()
  let timer: TimerHandle | undefined
  const stopRepeating = () => {
    if (timer) clock.clearTimeout(timer)
  }
  const cancel = () => all.abort(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })

  return new Promise<Response>((resolve, reject) => {
    let sentCount = 0
    let runningCount = 0
    const sendOne = () => {
      sentCount += 1
      runningCount += 1
      if (sentCount < hedging.mostRequests) timer = clock.setTimeout(repeat, hedging.delay)
      send(all.signal, stopRepeating).then(resolve, (cause: unknown) => {
        runningCount -= 1
        if (runningCount === 0) reject(cause)
      })
    }
    const repeat = () => (mayRepeat() ? sendOne() : reject(new Cancelled()))
    sendOne()
  }).finally(() => {
    stopRepeating()
    signal.removeEventListener('abort', cancel)
    all.abort()
  })
}
