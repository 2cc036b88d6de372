import { type Observable, Subject } from 'rxjs'
import { replyTimeLimit } from '#domain/connection/heartbeat.ts'
import { errorName } from '#domain/http/refusal.ts'
import { command } from '#schemas/wire/frames/commands.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import { readServerFrame } from '#schemas/wire/frames/read-frame.ts'
import type { ServerTime } from '../clock/server-time.ts'
import { sleep } from '../clock/timing.ts'
import type { Clock, ReportPort, SocketConnection, SocketPort } from '../ports.ts'
import { createFrameQueue } from './frame-queue.ts'
import { createReplyDesk, type Reply } from './reply-desk.ts'
import { type SocketSignal, stampOf, steeringSignal } from './steering.ts'

/** The data plane of the socket: one connection at a time, frames parsed, replies matched, a queue out. */
export interface SocketLink {
  /** What steers the connection; messages never come this way. */
  readonly signals$: Observable<SocketSignal>
  /** Valid frames that carry facts and that no request was waiting for. */
  readonly frames$: Observable<ServerFrame>
  /** Opens a connection; one that is still there is closed first. */
  open(url: string): void
  close(): void
  /** Past the queue: what steers the connection itself. */
  sendNow(frame: ClientFrame): void
  /** Waits in the queue until the connection is ready [SOCK-18]. */
  send(frame: ClientFrame): void
  /** Sends a frame and waits for the reply that `read` recognises [SOCK-25]. Never rejects. */
  request<Value>(
    frame: ClientFrame,
    read: (frame: ServerFrame) => Value | undefined,
    limit?: number,
  ): Promise<Reply<Value>>
  /** The queue drains only while this is on: connected, and no check under way. */
  setReady(isReady: boolean): void
  isReady(): boolean
  /** Asks for a connection and resolves with whether it is ready within `limit` ms [LIFE-04 SOCK-24]. */
  untilReady(limit?: number): Promise<boolean>
  /** Sends `frame` past the queue; resolves with whether anything at all came within `limit` ms (DEC-112). */
  check(frame: ClientFrame, limit: number): Promise<boolean>
  /** Monotonic ms when the last frame came. */
  lastReceivedAt(): number
}

interface LinkParts {
  readonly socket: SocketPort
  readonly clock: Clock
  readonly report: ReportPort
  readonly serverTime: ServerTime
}

/** How long waiting for a ready connection lasts when nobody says otherwise [SOCK-24], ms. */
const readyTimeLimit = 60_000

export function createSocketLink({ socket, clock, report, serverTime }: LinkParts): SocketLink {
  const signals$ = new Subject<SocketSignal>()
  const frames$ = new Subject<ServerFrame>()
  const becameReady$ = new Subject<void>()
  const heard$ = new Subject<void>()
  const desk = createReplyDesk(clock)
  const queue = createFrameQueue((frame) => sendNow(frame))
  let connection: SocketConnection | undefined
  // A connection that was replaced may still speak; only the newest generation is heard.
  let generation = 0
  let hasGreeted = false
  let lastReceivedAt = clock.monotonic()

  const sendNow = (frame: ClientFrame) => connection?.send(JSON.stringify(frame))

  /** Resolves with whether the stream tells something within `limit` ms. */
  async function next(stream$: Observable<void>, limit: number): Promise<boolean> {
    const told = new AbortController()
    const subscription = stream$.subscribe(() => told.abort())
    await sleep(clock, limit, told.signal)
    subscription.unsubscribe()
    return told.signal.aborted
  }

  const forget = () => {
    generation += 1
    connection = undefined
    queue.setDraining(false)
    desk.giveUp()
  }

  const close = () => {
    const leaving = connection
    forget()
    leaving?.close()
  }

  /** The greeting must come first; what came instead is not read [ENDP-10]. */
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
    if (!greet(reading.isValid && reading.frame.Cmd === command.connected)) return
    lastReceivedAt = clock.monotonic()
    heard$.next()
    if (!reading.isValid) {
      report.fault({ kind: `frame ${reading.kind}`, detail: reading.detail })
      return
    }
    const { frame } = reading
    serverTime.learn(stampOf(frame))
    const signal = steeringSignal(frame)
    if (signal === undefined && !desk.offer(frame)) frames$.next(frame)
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
          forget()
          signals$.next({ type: 'socket.closed', ...reason })
        }),
      })
    },
    close,
    sendNow,
    send: queue.add,
    async request(frame, read, limit = replyTimeLimit) {
      const reply = desk.wait(read, limit)
      queue.add(frame)
      const outcome = await reply
      // What has not left yet must not leave later: its sender has gone another way by then.
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
      const heard = next(heard$, limit)
      sendNow(frame)
      return heard
    },
    lastReceivedAt: () => lastReceivedAt,
  }
}
