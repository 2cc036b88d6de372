import type { Peer } from '#server/ports.ts'
import type { Clock, LocksPort, Ports, Random, ReportPort } from '#streams/ports.ts'
import type { Storage } from '#streams/storage/storage.ts'
import { createInProcessHttp } from './in-process-http.ts'
import { createInProcessSocket } from './in-process-socket.ts'
import type { ServerDoors } from './server-doors.ts'

export interface BotPortOptions {
  readonly server: ServerDoors
  readonly peer: Peer
  readonly clock: Clock
  readonly random: Random
  readonly storage: Storage
  readonly report: ReportPort
}

/** A device of one client: nobody to share locks or a channel with, always seen, always online. */
export const createBotPorts = ({ server, peer, clock, random, storage, report }: BotPortOptions): Ports => ({
  clock,
  random,
  storage,
  report,
  http: createInProcessHttp(server, peer),
  socket: createInProcessSocket(server, peer),
  locks: createOwnLocks(),
  channel: { post: () => undefined, subscribe: () => () => undefined },
  visibility: { isVisible: () => true, isOnline: () => true, subscribe: () => () => undefined },
  // Nothing leaves the process, and a bot types neither phone nor password.
  crypto: { encrypt: async (plain) => plain },
})

/** Exclusive locks among the parts of one client, first come first served. */
function createOwnLocks(): LocksPort {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async hold(name, signal, holder) {
      const before = tails.get(name) ?? Promise.resolve()
      const run = before.then(() => {
        signal.throwIfAborted()
        return holder(new AbortController().signal)
      })
      tails.set(
        name,
        run.catch(() => undefined),
      )
      return run
    },
  }
}
