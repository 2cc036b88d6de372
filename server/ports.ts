import type { Database } from './store/database.ts'

/** Everything the backend needs from where it runs. Nothing outside `server/hosts` calls a platform itself. */
export interface ServerPorts {
  readonly clock: ServerClock
  readonly random: RandomBytes
  readonly passwords: PasswordHasher
  readonly digest: Digest
  readonly codeDelivery: CodeDelivery
  readonly database: Database
  readonly files: FileStore
  readonly faults: FaultReporter
  /** Receives what an operator watches for attacks; nothing is written when left out. */
  readonly securityLog?: SecurityLog
  /** Where limits are counted; this process's memory when left out. */
  readonly limitStore?: LimitStore
  /**
   * Resolves once what has arrived at the host by now was handed over, so that it can be worked on together. A host
   * leaves it out to whom things come one by one.
   */
  readonly nextTurn?: () => Promise<void>
}

export interface ServerClock {
  /** Server time, ms since 1970. */
  now(): number
}

export interface RandomBytes {
  /** That many unpredictable bytes. */
  bytes(count: number): Uint8Array
}

/** A slow, salted hash for secrets that people choose or type. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>
  verify(secret: string, hash: string): Promise<boolean>
}

/** A fast hash for secrets that are long and random. */
export interface Digest {
  hash(secret: string): string | Promise<string>
}

/** Brings a one-time code to its owner (DEC-116). */
export interface CodeDelivery {
  /**
   * @returns `show` when the answer to this peer may contain the code, `sent` when it was sent to its owner, `printed`
   * when the operator of the server reads it
   * @throws when it could not be delivered
   */
  deliver(code: CodeToDeliver): Promise<'show' | 'sent' | 'printed'>
}
export interface CodeToDeliver {
  readonly telCode: string
  readonly phone: string
  readonly code: string
  readonly peer: Peer
}

/** Who is at the other end of a call or a connection. */
export interface Peer {
  /** Address for limits, such as 203.0.113.7; of IPv6 the network, such as 2001:db8:1:2::/64. */
  readonly address: string
  /**
   * Whether the server runs for trials and the connection comes from this machine; then limits by address do not apply.
   */
  readonly isLocal: boolean
  /** The Host that was asked, with its port. */
  readonly host: string
  /** Whether it came over TLS, here or at the proxy. */
  readonly isSecure: boolean
}

/** Bytes by key; keys are letters, digits, dots, hyphens and slashes. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The whole file, or the bytes from `start` up to and including `end`. */
  get(key: string, range?: { readonly start: number; readonly end: number }): Promise<Uint8Array | undefined>
  /**
   * The same bytes, read piece by piece as the reader takes them. A host whose files are in memory anyway leaves it
   * out. The stream must be read or cancelled.
   */
  stream?(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<ReadableStream<Uint8Array> | undefined>
  /** Resolves also when there is nothing. */
  remove(key: string): Promise<void>
}

/** Receives faults that no client can act on; they never hold message text, tokens or codes. */
export interface FaultReporter {
  report(fault: { readonly kind: string; readonly detail: string; readonly cause?: unknown }): void
}

export interface SecurityLog {
  write(event: SecurityEvent): void
}

/** Something that matters to security. Holds no phone, name, address, text, token or code. */
export interface SecurityEvent {
  readonly kind:
    | 'signed-in'
    | 'sign-in-failed'
    | 'guessing-paused'
    | 'password-set'
    | 'refresh-token-reused'
    | 'sessions-ended'
    | 'account-deleted'
    | 'group-role-changed'
  /** The account it happened to; undefined when there is none. */
  readonly accountId?: number | undefined
}

/** What a limit has counted for one key. */
export type LimitState = Readonly<Record<string, number>>

export interface LimitChange<Result> {
  /** The new state; undefined forgets the key. */
  readonly state: LimitState | undefined
  /** Server time, ms, from which the state has no effect and may be removed. */
  readonly expiresAt: number
  readonly result: Result
}

/** What limits have counted, by key; shared by all nodes of a service. */
export interface LimitStore {
  /**
   * Reads and replaces the state of one key atomically. Changes of one key are made, and resolve, in the order of the
   * calls.
   * @param decide pure; may run more than once
   */
  change<Result>(key: string, decide: (state: LimitState | undefined) => LimitChange<Result>): Promise<Result>
  /** Removes states that had expired by `now`, ms. */
  removeExpired(now: number): Promise<void>
}
