import { WebSocket } from 'ws'
import { classifyClose, planAfterClose } from '#domain/connection/reconnection.ts'
import { loginFrame, socketAddress } from './load-client.ts'
import { callerAt, type Person } from './people.ts'

/** A client that reconnects by the same plan as ours and then fetches its list. */
export interface ReconnectingClient {
  /** Sends a frame; false without a connection that is signed in. */
  send(text: string): boolean
  /** Loses the connection without a close frame. */
  drop(): void
  stop(): void
}

export interface ReconnectingHandlers {
  /** A connection attempt starts. */
  trying(): void
  /** Signed in, with the list fetched. */
  back(): void
  failed(cause: unknown): void
  /** A frame arrived after the login. */
  received?(text: string): void
}

export function startReconnecting(
  address: string,
  person: Person,
  { trying, back, failed, received }: ReconnectingHandlers,
): ReconnectingClient {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStopped = false
  let isSignedIn = false

  const caller = callerAt(address, person)
  const fetchList = () => caller.call('/GetAllSessionList', {}).then(back, failed)

  const connect = () => {
    trying()
    let connectedAt: number | undefined
    const current = new WebSocket(socketAddress(address), { perMessageDeflate: false })
    socket = current
    current.on('message', (data) => {
      if (connectedAt !== undefined) return received?.(data.toString())
      // The server is ours, so the frame is not validated.
      const { Cmd, Code } = JSON.parse(data.toString()) as { Cmd: string; Code?: number }
      if (Cmd === 'Connected') current.send(loginFrame(person))
      if (Cmd !== 'Login' || Code !== 0) return
      connectedAt = performance.now()
      isSignedIn = true
      failures = 0
      void fetchList()
    })
    // A close always follows. Without a listener an error would end the process.
    current.on('error', () => current.terminate())
    current.on('close', (code) => {
      isSignedIn = false
      if (isStopped) return
      const connectedFor = connectedAt === undefined ? 0 : performance.now() - connectedAt
      const reason = classifyClose({ code, isClean: code !== 1006, connectedFor })
      const plan = planAfterClose(reason, { failures, isSoleEndpoint: true, jitter: Math.random() })
      failures = plan.failures
      timer = setTimeout(connect, plan.wait)
    })
  }
  connect()
  return {
    send(text) {
      if (isSignedIn) socket?.send(text)
      return isSignedIn
    },
    drop: () => socket?.terminate(),
    stop() {
      isStopped = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
