import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Cluster, ConnectionDelivery, ConnectionRecord, Recipients } from '../ports.ts'
import type { Database } from '../store/database.ts'

/** A signed-in connection as the rest of the server sees it. */
export interface SignedInConnection extends ConnectionRecord {
  send(text: string): void
  /** Ends the connection after all frames before it are sent. */
  end(): void
}

/** A frame and its audience. */
export interface OutgoingFrame {
  readonly to: Recipients
  readonly frame: ServerFrameInput
}

/**
 * The connections of this process, and the only way to send frames. In a cluster it sends to the connections of all
 * nodes, its own included, through the cluster's log, so that every connection gets the frames in one order.
 */
export class ConnectionRegistry {
  readonly #byAccount = new Map<number, Set<SignedInConnection>>()
  readonly #cluster: Cluster | undefined

  constructor(cluster?: Cluster) {
    this.#cluster = cluster
  }

  /**
   * Adds a connection.
   * @returns whether it is the account's first
   */
  add(connection: SignedInConnection): boolean {
    const known = this.#byAccount.get(connection.accountId)
    if (known) {
      known.add(connection)
      return false
    }
    this.#byAccount.set(connection.accountId, new Set([connection]))
    return true
  }

  /**
   * Removes a connection.
   * @returns whether it was the account's last
   */
  remove(connection: SignedInConnection): boolean {
    const known = this.#byAccount.get(connection.accountId)
    if (!known?.delete(connection) || known.size > 0) return false
    this.#byAccount.delete(connection.accountId)
    return true
  }

  /** The number of accounts that are connected to this process. */
  get onlineCount(): number {
    return this.#byAccount.size
  }

  /** The number of connections of an account. */
  async count(accountId: number): Promise<number> {
    return (await this.#recordsOf([accountId])).length
  }

  /** Ids of the sign-in sessions of an account that are connected. */
  async sessionsOf(accountId: number): Promise<ReadonlySet<number>> {
    return new Set((await this.#recordsOf([accountId])).map(({ sessionId }) => sessionId))
  }

  /** Those of these accounts that are connected, read in a transaction if one is given. */
  async onlineAmong(accountIds: readonly number[], transaction?: Database): Promise<ReadonlySet<number>> {
    if (!this.#cluster) return new Set(accountIds.filter((id) => this.#byAccount.has(id)))
    const records = await this.#cluster.connectionsOf(accountIds, transaction)
    return new Set(records.map(({ accountId }) => accountId))
  }

  /**
   * Records that a connection has opened or closed, inside a transaction that has locked the account.
   * @param isEdge whether it was the first or the last of this process
   * @returns the account's presence if its friends have to know it
   */
  async record(
    transaction: Database,
    change: 'opened' | 'closed',
    connection: ConnectionRecord,
    isEdge: boolean,
  ): Promise<'Online' | 'Offline' | undefined> {
    // Read now, so that rapid changes end with the true value.
    if (!this.#cluster)
      return isEdge ? (this.#byAccount.has(connection.accountId) ? 'Online' : 'Offline') : undefined
    if (!(await this.#cluster[change](transaction, connection))) return undefined
    return change === 'opened' ? 'Online' : 'Offline'
  }

  /** Sends a frame to all connected people of the audience, the same text to each, in the order of the calls. */
  deliver(to: Recipients, frame: ServerFrameInput): void {
    this.#send(toDelivery({ to, frame }))
  }

  /** Sends a frame that no node stores. It may be lost on its way to other nodes. */
  deliverUnstored(to: Recipients, frame: ServerFrameInput): void {
    const delivery = toDelivery({ to, frame })
    this.receive(delivery)
    this.#cluster?.pass(delivery)
  }

  /**
   * Makes frames part of a transaction: in a cluster they are sent if and only if it commits.
   * @returns a function that sends them; to be called after the commit
   */
  async stage(transaction: Database, frames: readonly OutgoingFrame[]): Promise<() => void> {
    const deliveries = frames.map(toDelivery)
    if (this.#cluster) return this.#cluster.stage(transaction, deliveries)
    return () => {
      for (const delivery of deliveries) this.receive(delivery)
    }
  }

  /**
   * Ends the connections of a sign-in session that is over. They get ForcedLogout unless the person signed out
   * [SOCK-57].
   */
  endSession(sessionId: number, reason: 'own' | 'forced'): void {
    this.#send({ kind: 'session-over', sessionId, reason })
  }

  /** Passes a delivery on to the connections of this process. */
  receive(delivery: ConnectionDelivery): void {
    if (delivery.kind === 'frame') this.#receiveFrame(delivery.to, delivery.text)
    else this.#endSession(delivery.sessionId, delivery.reason)
  }

  #endSession(sessionId: number, reason: 'own' | 'forced'): void {
    for (const connection of this.#all()) {
      if (connection.sessionId !== sessionId) continue
      if (reason === 'forced') connection.send(JSON.stringify({ Cmd: 'ForcedLogout' }))
      connection.end()
    }
  }

  #send(delivery: ConnectionDelivery): void {
    if (this.#cluster) this.#cluster.send(delivery)
    else this.receive(delivery)
  }

  #receiveFrame({ accountIds, exceptConnectionId, exceptSessionId }: Recipients, text: string): void {
    for (const accountId of accountIds) {
      for (const connection of this.#byAccount.get(accountId) ?? []) {
        const isSender = connection.id === exceptConnectionId || connection.sessionId === exceptSessionId
        if (!isSender) connection.send(text)
      }
    }
  }

  async #recordsOf(accountIds: readonly number[]): Promise<readonly ConnectionRecord[]> {
    if (this.#cluster) return this.#cluster.connectionsOf(accountIds)
    return accountIds.flatMap((id) => [...(this.#byAccount.get(id) ?? [])])
  }

  // A copy, because ending a connection removes it from the sets that are iterated.
  #all(): readonly SignedInConnection[] {
    return [...this.#byAccount.values()].flatMap((connections) => [...connections])
  }
}

function toDelivery({ to, frame }: OutgoingFrame): ConnectionDelivery {
  const conversation = conversationOf(frame)
  // The conversation comes first, because stored frames are found by the beginning of their JSON.
  return {
    ...(conversation !== undefined && { conversation }),
    kind: 'frame',
    to,
    text: JSON.stringify(frame),
  }
}

/** The conversation of a frame that is erased with its message; undefined for other frames. */
function conversationOf(frame: ServerFrameInput): number | undefined {
  if (frame.Cmd === 'Chat') return frame.chat.ChatSessionID
  if (frame.Cmd === 'GroupChat') return frame.GroupID
  const isChange = frame.Cmd === 'MessageEdited' || frame.Cmd === 'MessageReacted'
  return isChange ? (frame.ChatSessionID ?? frame.GroupID ?? undefined) : undefined
}
