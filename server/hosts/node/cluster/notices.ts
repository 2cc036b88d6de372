import { setTimeout as wait } from 'node:timers/promises'
import type { FaultReporter } from '../../../ports.ts'

/**
 * Says to all nodes that something new is in the database, and passes on what the database does not hold. Either may be
 * lost, late or duplicated.
 */
export interface Notices {
  /** Whether notices of other nodes arrive. */
  readonly isConnected: boolean
  publish(): void
  /** Passes a text on to the other nodes. It is dropped while there is no connection. */
  pass(text: string): void
  subscribe(listener: NoticeListener): void
  close(): Promise<void>
}

export interface NoticeListener {
  /** Called for notices of other nodes, and possibly for this node's own. */
  news(): void
  /** Called with a text of another node. */
  passed(text: string): void
}

/** A node without a message broker: it polls. */
export const noNotices: Notices = {
  isConnected: false,
  publish: () => {},
  pass: () => {},
  subscribe: () => {},
  close: async () => {},
}

const subject = 'chat.new'
const passedSubject = 'chat.passed'
const retryAfter = 250

/**
 * Notices by NATS. The client is loaded only here. A node starts and goes on without a connection; it connects again as
 * long as it runs.
 */
export async function connectNotices(url: string, faults: FaultReporter): Promise<Notices> {
  const { connect } = await import('@nats-io/transport-node')
  const { username, password, protocol, host } = new URL(url)
  let isConnected = false
  let isClosed = false
  let close = async () => {}
  let publish = () => {}
  let pass = (_text: string) => {}
  let listener: NoticeListener = { news: () => {}, passed: () => {} }
  const options = {
    servers: `${protocol}//${host}`,
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    name: 'web-chat',
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryAfter,
    pingInterval: 2_000,
    maxPingOut: 2,
    noEcho: true,
    timeout: 2_000,
  }
  // The client's own waiting for the first connection cannot be ended.
  const connectFirst = async () => {
    for (let attempt = 1; !isClosed; attempt += 1) {
      try {
        return await connect(options)
      } catch (cause) {
        if (attempt === 1)
          faults.report({ kind: 'cluster', detail: 'NATS cannot be reached; this node polls', cause })
        await wait(retryAfter, undefined, { ref: false })
      }
    }
    return undefined
  }
  const open = async () => {
    const connection = await connectFirst()
    if (!connection) return
    if (isClosed) return connection.close()
    connection.subscribe(subject, { callback: () => listener.news() })
    connection.subscribe(passedSubject, {
      callback: (failure, message) => {
        if (failure === null) listener.passed(message.string())
      },
    })
    isConnected = true
    publish = () => {
      if (isConnected) connection.publish(subject)
    }
    pass = (text) => {
      if (isConnected) connection.publish(passedSubject, text)
    }
    close = () => connection.close()
    listener.news()
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnect') isConnected = type === 'reconnect'
      if (type === 'disconnect' && !isClosed)
        faults.report({ kind: 'cluster', detail: 'the connection to NATS is lost; this node polls' })
      // Notices may have been lost meanwhile.
      if (type === 'reconnect') listener.news()
    }
  }
  open().catch((cause: unknown) => {
    faults.report({ kind: 'cluster', detail: 'NATS is not used; this node polls', cause })
  })
  return {
    get isConnected() {
      return isConnected
    },
    publish: () => publish(),
    pass: (text) => pass(text),
    subscribe: (next) => {
      listener = next
    },
    close: async () => {
      isClosed = true
      await close()
    },
  }
}
