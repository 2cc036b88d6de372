import type { ExtensionName } from '#schemas/wire/extensions.ts'
import type { SendQueue } from './conversations/send-queue.ts'
import type { ConnectionRegistry } from './gateway/connection-registry.ts'
import type { KeyedLock } from './keyed-lock.ts'
import type { AccountQueue, AddressTurns } from './limits/account-queue.ts'
import type { ConcurrencyLimits, Limits } from './limits/limits.ts'
import type { LoginThrottle } from './limits/login-throttle.ts'
import type {
  ChangedMessages,
  FaultReporter,
  LimitStore,
  SecurityLog,
  ServerMetrics,
  ServerPorts,
} from './ports.ts'
import type { message } from './store/schema/index.ts'

/** The services of handlers: the ports, and this server's memory. */
export interface Services extends Omit<ServerPorts, 'extensions'> {
  readonly securityLog: SecurityLog
  readonly metrics: ServerMetrics
  /** Reports faults of calls without a signed-in account, at most once a minute per call. */
  readonly anonymous: { readonly faults: FaultReporter }
  /** The port of the host, or this process's memory. */
  readonly limitStore: LimitStore
  readonly limits: Limits
  /** Limits of things of which the database must have no trace. Each node counts its own. */
  readonly limitsOfNode: Limits
  /** The maximum number of members of a group. */
  readonly maxGroupMembers: number
  readonly extensions: ReadonlySet<ExtensionName>
  readonly loginThrottle: LoginThrottle
  readonly keyedLock: KeyedLock
  readonly codeSecret: string
  readonly accountQueue: AccountQueue
  readonly addressTurns: AddressTurns
  readonly sends: SendQueue
  readonly pushes: PushNotices
  readonly pendingWork: PendingWork
  readonly connections: ConnectionRegistry
  readonly readers: ConcurrencyLimits
  readonly uploads: ConcurrencyLimits
  readonly hashing: ConcurrencyLimits
}

type StoredMessage = Pick<typeof message.$inferSelect, 'id' | 'conversationId' | 'senderId' | 'type'>

/** Receives the changes that push notifications depend on. No method waits for a push service. */
export interface PushNotices {
  messageStored(stored: StoredMessage): void
  messagesChanged(change: ChangedMessages): void
  /** A person read a conversation on one device, or is no longer its member. */
  conversationSettled(accountId: number, conversation: number): void
}

/** Running work, so that a stopping server can wait for it. */
export class PendingWork {
  readonly #running = new Set<Promise<unknown>>()

  /** The number of works under way. */
  get size(): number {
    return this.#running.size
  }

  /** Counts work until it settles; returns the same promise. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    const forget = () => void this.#running.delete(work)
    work.then(forget, forget)
    return work
  }

  /** Resolves once no work is running, including work that started meanwhile. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}
