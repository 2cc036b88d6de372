import { askingBeside } from '#domain/http/retry.ts'
import { Cancelled } from '../clock/timing.ts'
import type { Clock, TimerHandle } from '../ports.ts'

/** Sends a request; calls `begun` as soon as an answer begins to come. */
type Send<Answer> = (signal: AbortSignal, begun: () => void) => Promise<Answer>

interface Asking<Answer> {
  readonly clock: Clock
  readonly send: Send<Answer>
  readonly signal: AbortSignal
  /** Asked before each further request: who is not wanted any more gives up. */
  mayAsk(): boolean
}

/**
 * Sends a request that may be sent twice, and again beside it whenever nothing of an answer came for 4 s, at most three times
 * in all: a connection that died unnoticed, as in a sleep, answers nobody, and the next request takes another one. Resolves with
 * the first answer and gives up the others; rejects as the last one did when none is left (DEC-172), and with Cancelled when
 * another one is due that may not be sent.
 */
export function askBeside<Answer>({ clock, send, signal, mayAsk }: Asking<Answer>): Promise<Answer> {
  const all = new AbortController()
  let timer: TimerHandle | undefined
  const askNoMore = () => {
    if (timer) clock.clearTimeout(timer)
  }
  const giveUp = () => all.abort(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })

  return new Promise<Answer>((resolve, reject) => {
    let asked = 0
    let underWay = 0
    const ask = () => {
      asked += 1
      underWay += 1
      if (asked < askingBeside.mostRequests) timer = clock.setTimeout(askAgain, askingBeside.patience)
      send(all.signal, askNoMore).then(resolve, (cause: unknown) => {
        underWay -= 1
        if (underWay === 0) reject(cause)
      })
    }
    const askAgain = () => (mayAsk() ? ask() : reject(new Cancelled()))
    ask()
  }).finally(() => {
    askNoMore()
    signal.removeEventListener('abort', giveUp)
    all.abort()
  })
}
