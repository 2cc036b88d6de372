import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'

/** A signed-in connection as the rest of the server sees it. */
export interface SignedInConnection {
  readonly id: number
  readonly accountId: number
  readonly sessionId: number
  send(text: string): void
  /** Ends the connection after what was sent so far. */
  end(): void
}

/** To whom a frame goes: every connection of these people, but for the one it came from. */
export interface Recipients {
  readonly accountIds: readonly number[]
  readonly exceptConnectionId?: number
}

/**
 * Who is connected to this process, and the one way frames reach them. With several processes this is where a
 * broker comes in: `deliver` publishes, and each process hands what it hears to its own connections.
 */
export class ConnectionRegistry {
  readonly #byAccount = new Map<number, Set<SignedInConnection>>()

  /** Answers whether this is the account's first connection. */
  add(connection: SignedInConnection): boolean {
    const known = this.#byAccount.get(connection.accountId)
    if (known) {
      known.add(connection)
      return false
    }
    this.#byAccount.set(connection.accountId, new Set([connection]))
    return true
  }

  /** Answers whether this was the account's last connection. */
  remove(connection: SignedInConnection): boolean {
    const known = this.#byAccount.get(connection.accountId)
    if (!known?.delete(connection) || known.size > 0) return false
    this.#byAccount.delete(connection.accountId)
    return true
  }

  /** Connections of an account. */
  count(accountId: number): number {
    return this.#byAccount.get(accountId)?.size ?? 0
  }

  isOnline(accountId: number): boolean {
    return this.#byAccount.has(accountId)
  }

  /** Sends a frame to everybody named who is connected; the same text to each, in the order of the calls. */
  deliver({ accountIds, exceptConnectionId }: Recipients, frame: ServerFrameInput): void {
    const text = JSON.stringify(frame)
    for (const accountId of accountIds) {
      for (const connection of this.#byAccount.get(accountId) ?? []) {
        if (connection.id !== exceptConnectionId) connection.send(text)
      }
    }
  }

  /**
   * A sign-in session is over: its connections end, and when it was not the person's own sign-out they get ForcedLogout
   * [SOCK-57].
   */
  endSession(sessionId: number, reason: 'own' | 'forced'): void {
    for (const connection of this.#all()) {
      if (connection.sessionId !== sessionId) continue
      if (reason === 'forced') connection.send(JSON.stringify({ Cmd: 'ForcedLogout' }))
      connection.end()
    }
  }

  // A copy: ending a connection takes it out of the sets that are being walked.
  #all(): readonly SignedInConnection[] {
    return [...this.#byAccount.values()].flatMap((connections) => [...connections])
  }
}
