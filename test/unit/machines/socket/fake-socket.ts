import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { SocketHandlers, SocketPort } from '#streams/ports.ts'

/** One connection from the server's side. */
export interface FakeConnection {
  readonly url: string
  /** The frames from the client, as text. */
  readonly sent: Record<string, unknown>[]
  isClosedByClient: boolean
  isOpened: boolean
  hasGreeted: boolean
  /** Accepts the login with code 0. */
  hasAccepted: boolean
  wasDropped: boolean
  open(): void
  receive(frame: ServerFrameInput): void
  receiveText(text: string): void
  drop(code?: number, isClean?: boolean): void
  /** Returns the sent frames of one kind. */
  sentOf(cmd: string): Record<string, unknown>[]
}

export interface FakeSocket extends SocketPort {
  readonly connections: FakeConnection[]
  last(): FakeConnection
}

export function createFakeSocket(): FakeSocket {
  const connections: FakeConnection[] = []
  return {
    connections,
    last() {
      const connection = connections.at(-1)
      if (!connection) throw new Error('Nobody connected')
      return connection
    },
    connect(url, handlers) {
      const connection = createFakeConnection(url, handlers)
      connections.push(connection)
      return {
        send: (text) => connection.sent.push(JSON.parse(text)),
        close: () => {
          connection.isClosedByClient = true
        },
      }
    },
  }
}

function createFakeConnection(url: string, handlers: SocketHandlers): FakeConnection {
  const connection: FakeConnection = {
    url,
    sent: [],
    isClosedByClient: false,
    isOpened: false,
    hasGreeted: false,
    hasAccepted: false,
    wasDropped: false,
    open() {
      connection.isOpened = true
      handlers.opened()
    },
    receive(frame) {
      if (frame.Cmd === 'Connected') connection.hasGreeted = true
      if (frame.Cmd === 'Login' && frame.Code === 0) connection.hasAccepted = true
      handlers.received(JSON.stringify(frame))
    },
    receiveText: (text) => handlers.received(text),
    drop(code = 1006, isClean = false) {
      connection.wasDropped = true
      handlers.closed({ code, isClean })
    },
    sentOf: (cmd) => connection.sent.filter((frame) => frame.Cmd === cmd),
  }
  return connection
}
