import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'

/** A signed-in connection as the rest of the server sees it. */
export interface SignedInConnection {
  readonly id: number
  readonly accountId: number
  readonly sessionId: number
  send(text: string): void
  /** Ends the connection after all frames before it are sent. */
  end(): void
}

/** The audience of a frame: all connections of these people, except the connection or the sign-in it came from. */
export interface Recipients {
  readonly accountIds: readonly number[]
  readonly exceptConnectionId?: number
  readonly exceptSessionId?: number
}

/**
 * The connections of this process, and the only way to send them frames. With several processes this is where a broker
 * comes in: `deliver` publishes, and each process delivers to its own connections.
 */
export class ConnectionRegistry {
  readonly #byAccount = new Map<number, Set<SignedInConnection>>()

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

  /** The number of accounts that are connected. */
  get onlineCount(): number {
    return this.#byAccount.size
  }

  /** Connections of an account. */
  count(accountId: number): number {
    return this.#byAccount.get(accountId)?.size ?? 0
  }

  /** Ids of the sign-in sessions of an account that are connected. */
  sessionsOf(accountId: number): ReadonlySet<number> {
    return new Set([...(this.#byAccount.get(accountId) ?? [])].map(({ sessionId }) => sessionId))
  }

  isOnline(accountId: number): boolean {
    return this.#byAccount.has(accountId)
  }

  /** Sends a frame to all connected people of the audience, the same text to each, in the order of the calls. */
  deliver({ accountIds, exceptConnectionId, exceptSessionId }: Recipients, frame: ServerFrameInput): void {
    const text = JSON.stringify(frame)
    for (const accountId of accountIds) {
      for (const connection of this.#byAccount.get(accountId) ?? []) {
        const isSender = connection.id === exceptConnectionId || connection.sessionId === exceptSessionId
        if (!isSender) connection.send(text)
      }
    }
  }

  /**
   * Ends the connections of a sign-in session that is over. They get ForcedLogout unless the person signed out
   * [SOCK-57].
   */
  endSession(sessionId: number, reason: 'own' | 'forced'): void {
    for (const connection of this.#all()) {
      if (connection.sessionId !== sessionId) continue
      if (reason === 'forced') connection.send(JSON.stringify({ Cmd: 'ForcedLogout' }))
      connection.end()
    }
  }

  // A copy, because ending a connection removes it from the sets that are iterated.
  #all(): readonly SignedInConnection[] {
    return [...this.#byAccount.values()].flatMap((connections) => [...connections])
  }
}
