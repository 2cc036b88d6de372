import { lte, notInArray } from 'drizzle-orm'
import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import { extensionNames } from '#schemas/wire/extensions.ts'
import { createToken } from './accounts/secrets.ts'
import { isUsableSession } from './accounts/sign-in-sessions.ts'
import { dispatch } from './calls/dispatch.ts'
import type { CallContext } from './calls/handler.ts'
import { eraseExpiredMessages } from './conversations/message-expiry.ts'
import { SendQueue } from './conversations/send-queue.ts'
import { FaultThrottle, redactFaults } from './fault-reporting.ts'
import { removeDeadFiles } from './files/message-files.ts'
import { removeExpiredPasses } from './files/serve-file.ts'
import { ConnectionRegistry } from './gateway/connection-registry.ts'
import { Gateway } from './gateway/gateway.ts'
import { announceEnded } from './gateway/presence.ts'
import { removeOldReadMarks } from './groups/readers.ts'
import { createHttpApp, type HttpApp } from './http/app.ts'
import { KeyedLock } from './keyed-lock.ts'
import { AccountQueue, AddressTurns } from './limits/account-queue.ts'
import {
  ConcurrencyLimits,
  concurrency,
  Limits,
  MemoryLimitStore,
  type ServerLimits,
  serverLimits,
} from './limits/limits.ts'
import { LoginThrottle } from './limits/login-throttle.ts'
import type { ServerMetrics, ServerPorts } from './ports.ts'
import { PushQueue } from './push/push-queue.ts'
import { PendingWork, type Services } from './services.ts'
import {
  accessToken,
  deviceToken,
  knownDevice,
  oneTimeCode,
  refreshToken,
  signInSession,
} from './store/schema/index.ts'

/** The backend. All of its state outside the database belongs to this object. */
export interface Server {
  /** Web-standard HTTP; `app.fetch(request, { peer })`. */
  readonly app: HttpApp
  readonly gateway: Gateway
  /** Does what `POST /Api<path>` does, without HTTP; `path` is the call's name with its slash. */
  call(path: string, fields: unknown, context: CallContext): Promise<ResponseEnvelope>
  /** Ends dead connections and removes expired data; a host calls it every few seconds. */
  sweep(): Promise<void>
  /** Notifies devices without a connection of new messages; a host calls it every second. */
  sendPushes(): Promise<void>
  /** Returns the current load. */
  load(): ServerLoad
  /**
   * Announces the restart to all connections, ends them and waits for running work. The database may be closed after
   * that.
   */
  close(): Promise<void>
}

/** The load of a server at one moment. */
export interface ServerLoad {
  readonly connections: number
  readonly onlineAccounts: number
  /** Calls that wait for others of their account. */
  readonly waitingCalls: number
  /** Messages that wait for the next batch. */
  readonly waitingSends: number
  /** Calls, frames and other work under way. */
  readonly runningWork: number
}

const noMetrics: ServerMetrics = {
  startCall: () => () => {},
  frameReceived: () => {},
  frameSent: () => {},
  messageSent: () => {},
}

/** Creates the backend from a host's ports; `changes` are limits that differ from the default. */
export function createServer(ports: ServerPorts, changes: Partial<ServerLimits> = {}): Server {
  const limitStore = ports.limitStore ?? new MemoryLimitStore()
  const { maxConnections, logins, maxGroupMembers, pushesPerService } = { ...serverLimits, ...changes }
  const faults = redactFaults(ports.faults)
  const securityLog = ports.securityLog ?? { write: () => {} }
  const metrics = ports.metrics ?? noMetrics
  const connections = new ConnectionRegistry(ports.cluster)
  const limits = new Limits(limitStore, ports.clock, { loginPerServer: logins })
  const ownLimitStore = new MemoryLimitStore()
  const pendingWork = new PendingWork()
  const codeSecret = ports.codeSecret ?? createToken(ports.random)
  const pushes = new PushQueue({
    ...ports,
    codeSecret,
    faults,
    connections,
    limits,
    pendingWork,
    pushesPerService,
  })
  const services: Services = {
    ...ports,
    faults,
    securityLog,
    metrics,
    anonymous: { faults: new FaultThrottle({ clock: ports.clock, faults }) },
    limitStore,
    limits,
    limitsOfNode: new Limits(ownLimitStore, ports.clock),
    maxGroupMembers,
    extensions: new Set(ports.extensions ?? extensionNames),
    loginThrottle: new LoginThrottle(limitStore, ports.clock, () =>
      securityLog.write({ kind: 'guessing-paused' }),
    ),
    keyedLock: new KeyedLock(),
    codeSecret,
    accountQueue: new AccountQueue(ports),
    addressTurns: new AddressTurns(ports),
    sends: new SendQueue({ ...ports, connections }),
    pushes,
    pendingWork,
    connections,
    readers: new ConcurrencyLimits(concurrency.readers),
    uploads: new ConcurrencyLimits(concurrency.uploads),
    hashing: new ConcurrencyLimits(concurrency.hashes),
  }
  const gateway = new Gateway(services, maxConnections)
  ports.cluster?.join({
    deliver(delivery) {
      if (delivery.kind === 'messages-changed') pushes.receive(delivery.change)
      else connections.receive(delivery)
    },
    reset: () => gateway.endAll(),
  })
  let expiryDue = Number.NEGATIVE_INFINITY
  const removeDead = async () => {
    if (ports.cluster) await announceEnded(services, await ports.cluster.removeEnded())
    await limitStore.removeExpired(ports.clock.now())
    await eraseExpiredMessages(services)
    if (ports.clock.now() >= expiryDue) {
      await removeExpired(services)
      expiryDue = ports.clock.now() + expiryInterval
    }
    // Last, because it throws while the file storage is unavailable.
    await removeDeadFiles(services)
  }
  return {
    app: createHttpApp(services),
    gateway,
    call: (path, fields, context) => dispatch(services, path, fields, context),
    async sweep() {
      gateway.sweep()
      await ownLimitStore.removeExpired(ports.clock.now())
      await (ports.cluster ? ports.cluster.runOnce(removeDead) : removeDead())
    },
    sendPushes: () => pushes.run(),
    load: () => ({
      connections: gateway.size,
      onlineAccounts: connections.onlineCount,
      waitingCalls: services.accountQueue.waitingCount,
      waitingSends: services.sends.waitingCount,
      runningWork: services.pendingWork.size,
    }),
    async close() {
      gateway.closeAll()
      pushes.close()
      await services.pendingWork.idle()
    },
  }
}

/** The interval of removing expired data, ms. Expired data has no effect, so a late removal is harmless. */
const expiryInterval = 10 * 60_000

/** Deletes expired tokens, codes and file passes. */
async function removeExpired(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await database.delete(accessToken).where(lte(accessToken.expiresAt, now))
  await database.delete(refreshToken).where(lte(refreshToken.expiresAt, now))
  const usable = database.select({ id: signInSession.id }).from(signInSession).where(isUsableSession(now))
  await database.delete(deviceToken).where(notInArray(deviceToken.sessionId, usable))
  await database.delete(knownDevice).where(lte(knownDevice.expiresAt, now))
  await database.delete(oneTimeCode).where(lte(oneTimeCode.expiresAt, now))
  await removeExpiredPasses(services)
  await removeOldReadMarks(services)
}
