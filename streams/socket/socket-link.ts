import { type Observable, Subject } from 'rxjs'
import { replyTimeLimit } from '#domain/connection/heartbeat.ts'
import { errorName } from '#domain/http/rejection.ts'
import { type ControlSignal, controlSignal, serverTimeOf } from '#schemas/translate/control-frames.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import { readServerFrame, type ServerFrame } from '#schemas/wire/frames/from-server.ts'
import type { ServerTime } from '../clock/server-time.ts'
import { sleep } from '../clock/timing.ts'
import type { Clock, ReportPort, SocketConnection, SocketPort } from '../ports.ts'

/** Signals about a connection. */
export type SocketSignal =
  | ControlSignal
  | { readonly type: 'socket.opened' }
  /** The first frame was not the greeting [ENDP-12]. */
  | { readonly type: 'socket.misgreeted' }
  | { readonly type: 'socket.closed'; readonly code: number; readonly isClean: boolean }
  /** A frame is queued and there is no connection [LIFE-04]. */
  | { readonly type: 'socket.wanted' }

/** The data plane of the socket: one connection at a time, frames parsed, replies matched, a queue out. */
export interface SocketLink {
  /** Signals of control frames and of the connection itself; never messages. */
  readonly signals$: Observable<SocketSignal>
  /** Valid frames that are neither control frames nor the response to a request. */
  readonly frames$: Observable<ServerFrame>
  /** Opens a connection and closes the current one. */
  open(url: string): void
  close(): void
  /** Sends a control frame before the queue. */
  sendNow(frame: ClientFrame): void
  /** Waits in the queue until the connection is ready [SOCK-18]. */
  send(frame: ClientFrame): void
  /** Sends a frame and waits for the reply that `read` recognises [SOCK-25]. Never rejects. */
  request<Value>(
    frame: ClientFrame,
    read: (frame: ServerFrame) => Value | undefined,
    limit?: number,
  ): Promise<Reply<Value>>
  /** The queue drains only while this is true: connected and no check in progress. */
  setReady(isReady: boolean): void
  isReady(): boolean
  /** Requests a connection. Resolves with whether it is ready within `limit` ms [LIFE-04 SOCK-24]. */
  untilReady(limit?: number): Promise<boolean>
  /** Sends `frame` before the queue. Resolves with whether any frame arrives within `limit` ms (DEC-112). */
  check(frame: ClientFrame, limit: number): Promise<boolean>
  /** Monotonic ms of the last received frame. */
  lastReceivedAt(): number
}

interface SocketLinkServices {
  readonly socket: SocketPort
  readonly clock: Clock
  readonly report: ReportPort
  readonly serverTime: ServerTime
}

/** How long a request waits for a ready connection [SOCK-24], ms. */
const readyTimeLimit = 60_000

export function createSocketLink({ socket, clock, report, serverTime }: SocketLinkServices): SocketLink {
  const signals$ = new Subject<SocketSignal>()
  const frames$ = new Subject<ServerFrame>()
  const becameReady$ = new Subject<void>()
  const received$ = new Subject<void>()
  const correlator = createRequestCorrelator(clock)
  const queue = createFrameQueue((frame) => sendNow(frame))
  let connection: SocketConnection | undefined
  // A replaced connection may still receive frames; only those of the newest generation count.
  let generation = 0
  let hasGreeted = false
  let lastReceivedAt = clock.monotonic()

  const sendNow = (frame: ClientFrame) => connection?.send(JSON.stringify(frame))

  /** Resolves with whether the stream emits within `limit` ms. */
  async function next(stream$: Observable<void>, limit: number): Promise<boolean> {
    const emitted = new AbortController()
    const subscription = stream$.subscribe(() => emitted.abort())
    await sleep(clock, limit, emitted.signal)
    subscription.unsubscribe()
    return emitted.signal.aborted
  }

  const reset = () => {
    generation += 1
    connection = undefined
    queue.setDraining(false)
    correlator.cancelAll()
  }

  const close = () => {
    const leaving = connection
    reset()
    leaving?.close()
  }

  /** The greeting has to come first; any other first frame is not read [ENDP-10]. */
  function greet(isGreeting: boolean): boolean {
    if (hasGreeted) return true
    hasGreeted = isGreeting
    if (isGreeting) return true
    report.fault({ kind: errorName.badConnectHello, detail: 'another frame came before the greeting' })
    signals$.next({ type: 'socket.misgreeted' })
    return false
  }

  function receive(text: string): void {
    const reading = readServerFrame(text)
    const signal = reading.isValid ? controlSignal(reading.frame) : undefined
    if (!greet(signal !== 'none' && signal?.type === 'socket.greeted')) return
    lastReceivedAt = clock.monotonic()
    received$.next()
    if (!reading.isValid) {
      report.fault({ kind: `frame ${reading.kind}`, detail: reading.detail })
      return
    }
    const { frame } = reading
    serverTime.learn(serverTimeOf(frame))
    if (signal === undefined && !correlator.resolve(frame)) frames$.next(frame)
    if (signal !== undefined && signal !== 'none') signals$.next(signal)
  }

  return {
    signals$,
    frames$,
    open(url) {
      close()
      hasGreeted = false
      lastReceivedAt = clock.monotonic()
      const mine = generation
      const ifCurrent =
        <Arguments extends unknown[]>(action: (...given: Arguments) => void) =>
        (...given: Arguments) => {
          if (mine === generation) action(...given)
        }
      connection = socket.connect(url, {
        opened: ifCurrent(() => signals$.next({ type: 'socket.opened' })),
        received: ifCurrent(receive),
        closed: ifCurrent((reason) => {
          reset()
          signals$.next({ type: 'socket.closed', ...reason })
        }),
      })
    },
    close,
    sendNow,
    send: queue.add,
    async request(frame, read, limit = replyTimeLimit) {
      const reply = correlator.wait(read, limit)
      queue.add(frame)
      const outcome = await reply
      // A frame that is still queued must not be sent later: its sender uses HTTP by then.
      if (outcome.kind === 'unanswered') queue.withdraw(frame)
      return outcome
    },
    setReady(isReady) {
      queue.setDraining(isReady)
      if (isReady) becameReady$.next()
    },
    isReady: queue.isDraining,
    async untilReady(limit = readyTimeLimit) {
      if (queue.isDraining()) return true
      const ready = next(becameReady$, limit)
      signals$.next({ type: 'socket.wanted' })
      return (await ready) && queue.isDraining()
    },
    check(frame, limit) {
      const response = next(received$, limit)
      sendNow(frame)
      return response
    },
    lastReceivedAt: () => lastReceivedAt,
  }
}

/** Outgoing frames in their order; they are sent only while the queue drains [SOCK-18]. */
function createFrameQueue(send: (frame: ClientFrame) => void) {
  const waiting: ClientFrame[] = []
  let isDraining = false

  const drain = () => {
    while (isDraining) {
      const next = waiting.shift()
      if (!next) return
      send(next)
    }
  }
  return {
    add(frame: ClientFrame): void {
      waiting.push(frame)
      drain()
    },
    /** Removes a frame that has not been sent. */
    withdraw(frame: ClientFrame): void {
      const index = waiting.indexOf(frame)
      if (index >= 0) waiting.splice(index, 1)
    },
    setDraining(next: boolean): void {
      isDraining = next
      drain()
    },
    isDraining: () => isDraining,
  }
}

type Reply<Value> =
  | { readonly kind: 'replied'; readonly value: Value }
  /** No response in time, or the connection closed. The server may have processed the request. */
  | { readonly kind: 'unanswered' }

/** Matches incoming frames to the requests that wait for them. */
interface RequestCorrelator {
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

function createRequestCorrelator(clock: Clock): RequestCorrelator {
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
