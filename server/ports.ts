import type { ConversationKind } from '#schemas/ids.ts'
import type { ExtensionName } from '#schemas/wire/extensions.ts'
import type { FileStore } from './files/file-store.ts'
import type { Database } from './store/database.ts'

/** All dependencies of the backend on its platform. Only `server/hosts` calls a platform directly. */
export interface ServerPorts {
  readonly clock: ServerClock
  readonly random: RandomBytes
  readonly passwords: PasswordHasher
  readonly digest: Digest
  readonly codeDelivery: CodeDelivery
  readonly database: Database
  readonly files: FileStore
  readonly faults: FaultReporter
  /** Receives security events for the operator; none are written without it. */
  readonly securityLog?: SecurityLog
  /** Receives measurements; none are taken without it. */
  readonly metrics?: ServerMetrics
  /** The store of the rate limits; this process's memory by default. */
  readonly limitStore?: LimitStore
  /** The other processes of this server; it runs alone without it. */
  readonly cluster?: Cluster
  /** The extensions of the specification that this server has; all by default (docs/extensions.md). */
  readonly extensions?: readonly ExtensionName[]
  /** Reaches devices without a connection; none are reached without it. */
  readonly push?: PushProvider
  /**
   * Resolves once all requests that have arrived at the host are handed over, so that they can be batched. Omitted by a
   * host that receives requests one by one.
   */
  readonly nextTurn?: () => Promise<void>
  /** Part of the hashes of one-time codes and read keys. By default it is new at each start, which invalidates earlier ones. */
  readonly codeSecret?: string
}

export interface ServerClock {
  /** Server time, ms since 1970. */
  now(): number
}

export interface RandomBytes {
  /** Returns this number of unpredictable bytes. */
  bytes(count: number): Uint8Array
}

/** The audience of a frame: all connections of these people, except the connection or the sign-in it came from. */
export interface Recipients {
  readonly accountIds: readonly number[]
  readonly exceptConnectionId?: number
  readonly exceptSessionId?: number
}

/** Messages of a conversation that were erased or edited, and the people whose notifications may show their text. */
export interface ChangedMessages {
  readonly isErased: boolean
  readonly conversationId: number
  readonly messageIds: readonly number[]
  readonly accountIds: readonly number[]
}

/** Something for all nodes: for their connections, or for the notifications that they have pushed. */
export type Delivery =
  | ConnectionDelivery
  | { readonly kind: 'messages-changed'; readonly change: ChangedMessages }

/** Something for the connections of all nodes. */
export type ConnectionDelivery =
  | {
      /** The conversation whose texts the frame contains. It comes first, so that stored frames are found by it. */
      readonly conversation?: number
      readonly kind: 'frame'
      readonly to: Recipients
      readonly text: string
    }
  | { readonly kind: 'session-over'; readonly sessionId: number; readonly reason: 'own' | 'forced' }

/** A signed-in connection as other nodes see it. */
export interface ConnectionRecord {
  readonly id: number
  readonly accountId: number
  readonly sessionId: number
}

/** A message whose text was erased, by its end or by an edit. */
export interface ErasedMessage {
  readonly id: number
  readonly conversationId: number
  /** The text of an edited message; absent if the message is gone. */
  readonly newText?: string
}

/** What this process does for the cluster. */
export interface ClusterMember {
  /** Passes a delivery on to the connections of this process. */
  deliver(delivery: Delivery): void
  /** Deliveries were missed, or other nodes count this one as ended: clients have to connect and synchronise again. */
  reset(): void
}

/** Several processes that share one database. Each may fail at any time. */
export interface Cluster {
  /** Connection ids of this process begin after this number; no other process has ids near it. */
  readonly firstConnectionId: number
  /** Begins to deliver. Calls before are kept until then. */
  join(member: ClusterMember): void
  /** Delivers to the connections of all nodes, in the order of the calls. */
  send(delivery: Delivery): void
  /** Passes a delivery on to the other nodes, without storing it. It is lost if they cannot be reached. */
  pass(delivery: Delivery): void
  /**
   * Adds deliveries to a transaction: they reach all nodes if and only if it commits, in the order in which
   * transactions that lock the same row commit. The result is called after the commit, to save time.
   */
  stage(transaction: Database, deliveries: readonly Delivery[]): Promise<() => void>
  /** Erases the texts of messages from the deliveries that are stored. */
  eraseTexts(transaction: Database, messages: readonly ErasedMessage[]): Promise<void>
  /** Records a connection. Returns whether it is the first of its account on all nodes. */
  opened(transaction: Database, connection: ConnectionRecord): Promise<boolean>
  /** Removes a connection. Returns whether it was the last of its account on all nodes. */
  closed(transaction: Database, connection: ConnectionRecord): Promise<boolean>
  /** The connections of these accounts on all nodes, read in a transaction if one is given. */
  connectionsOf(accountIds: readonly number[], transaction?: Database): Promise<readonly ConnectionRecord[]>
  /** Removes the connections of nodes that have ended. Returns the accounts that are offline because of it. */
  removeEnded(): Promise<readonly number[]>
  /** Locks conversations until the commit, so that no other node changes who may write there meanwhile. */
  lockConversations(
    transaction: Database,
    conversations: readonly { readonly conversationId: number }[],
  ): Promise<void>
  /** Runs a task of all nodes unless another node runs it. */
  runOnce(task: () => Promise<void>): Promise<void>
}

/** A slow, salted hash for secrets that people choose or type. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>
  verify(secret: string, hash: string): Promise<boolean>
}

/** A fast hash for long random secrets. */
export interface Digest {
  hash(secret: string): string | Promise<string>
}

/** Delivers a one-time code to its owner (DEC-116). */
export interface CodeDelivery {
  /**
   * @returns `show` if the response to this peer may contain the code, `sent` if it was sent to its owner, `printed` if
   * the operator of the server reads it
   * @throws if it could not be delivered
   */
  deliver(code: CodeToDeliver): Promise<'show' | 'sent' | 'printed'>
}
export interface CodeToDeliver {
  readonly telCode: string
  readonly phone: string
  readonly code: string
  readonly peer: Peer
}

/** The client of a call or a connection. */
export interface Peer {
  /** The address for rate limits, such as 203.0.113.7; of IPv6 the network, such as 2001:db8:1:2::/64. */
  readonly address: string
  /**
   * Whether this is a trial server and the connection comes from this machine; rate limits by address do not apply
   * then.
   */
  readonly isLocal: boolean
  /** The Host header, with its port. */
  readonly host: string
  /** Whether it used TLS, here or at the proxy. */
  readonly isSecure: boolean
  /** The origin at which people reach this server, if the operator names it. */
  readonly publicUrl?: string | undefined
  /** The id of the request in logs and in the response; undefined for a host without logs. */
  readonly requestId?: string
}

/** The origin at which a client reaches this server, such as https://chat.example: as the operator or the request names it. */
export const originOf = ({ publicUrl, isSecure, host }: Omit<Peer, 'address' | 'isLocal'>): string =>
  publicUrl ?? `${isSecure ? 'https' : 'http'}://${host}`

/** Receives faults that no client can act on. They never contain message text, tokens or codes. */
export interface FaultReporter {
  report(fault: Fault): void
}

export interface Fault {
  readonly kind: string
  readonly detail: string
  readonly cause?: unknown
  /** The request in which the fault happened; undefined if there is none. */
  readonly requestId?: string
}

export interface SecurityLog {
  write(event: SecurityEvent): void
}

/** Receives measurements for the operator's monitoring. */
export interface ServerMetrics {
  /**
   * Starts the timer of a call.
   * @param path one of the call table, or `unknown`
   * @returns ends the timer with the code of the response
   */
  startCall(path: string): (code: number) => void
  frameReceived(command: string): void
  frameSent(): void
  /** A message was stored, was stored before under its client id, or was rejected. */
  messageSent(kind: ConversationKind, outcome: 'stored' | 'repeated' | 'rejected'): void
}

/** A push service, or several of one protocol [NOTIF-15] (DEC-178). */
export interface PushProvider {
  /** Whether the provider can reach a device token: `other` if the token belongs to another kind of provider. */
  judge(token: string): 'usable' | 'unusable' | 'other'
  /** The push service of a usable token. Slow services must not hold up others. */
  serviceOf(token: string): string
  /** Sends one message, encrypted for its device. Aborting the signal ends the request. */
  send(message: PushMessage, signal: AbortSignal): Promise<PushOutcome>
}

export interface PushMessage {
  readonly token: string
  readonly payload: string
  /** How long the push service keeps the message for a device that is offline, seconds. */
  readonly timeToLive: number
  /** A newer message replaces an undelivered one of the same topic; at most 32 characters of base64url. */
  readonly topic: string
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The token is not valid any more. */
  | { readonly kind: 'gone' }
  /** The push service will never accept this message. */
  | { readonly kind: 'rejected'; readonly status: number }
  /** A later attempt may succeed, after `retryAfter` ms if the push service names a time. */
  | { readonly kind: 'failed'; readonly retryAfter?: number }

/** A security event. Contains no phone, name, address, text, token or code. */
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
  /** The account concerned; undefined if there is none. */
  readonly accountId?: number | undefined
  readonly requestId?: string
}

/** The counter of a limit for one key. */
export type LimitState = Readonly<Record<string, number>>

export interface LimitChange<Result> {
  /** The new state; undefined removes the key. */
  readonly state: LimitState | undefined
  /** The server time from which the state has no effect and may be removed, ms. */
  readonly expiresAt: number
  readonly result: Result
}

/** The counters of rate limits, by key; shared by all nodes of a service. */
export interface LimitStore {
  /**
   * Reads and replaces the state of one key atomically. Changes of one key are applied, and resolve, in the order of
   * the calls.
   * @param decide a pure function; may run more than once
   */
  change<Result>(key: string, decide: (state: LimitState | undefined) => LimitChange<Result>): Promise<Result>
  /** Removes states that expired before `now`, ms. */
  removeExpired(now: number): Promise<void>
}
