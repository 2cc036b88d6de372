import type { FaultReporter } from '../../../ports.ts'

/** Says to all nodes that something new is in the database. A notice may be lost, late or doubled. */
export interface Notices {
  /** Whether notices of other nodes arrive. */
  readonly isConnected: boolean
  publish(): void
  /** @param notify called for notices of other nodes, and possibly for this node's own */
  subscribe(notify: () => void): void
  close(): Promise<void>
}

/** A node without a message broker: it polls. */
export const noNotices: Notices = {
  isConnected: false,
  publish: () => {},
  subscribe: () => {},
  close: async () => {},
}

const subject = 'chat.new'
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
  let notify = () => {}
  const open = async () => {
    const connection = await connect({
      servers: `${protocol}//${host}`,
      ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      name: 'web-chat',
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryAfter,
      waitOnFirstConnect: true,
      pingInterval: 2_000,
      maxPingOut: 2,
      noEcho: true,
      timeout: 2_000,
    })
    connection.subscribe(subject, { callback: () => notify() })
    isConnected = true
    publish = () => {
      if (isConnected) connection.publish(subject)
    }
    close = () => connection.close()
    notify()
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnect') isConnected = type === 'reconnect'
      if (type === 'disconnect' && !isClosed)
        faults.report({ kind: 'cluster', detail: 'the connection to NATS is lost; this node polls' })
      // Notices may have been lost meanwhile.
      if (type === 'reconnect') notify()
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
    subscribe: (listener) => {
      notify = listener
    },
    close: async () => {
      isClosed = true
      await close()
    },
  }
}
