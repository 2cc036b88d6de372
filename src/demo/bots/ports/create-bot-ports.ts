import type { Peer } from '#server/ports.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import { silentNotifier } from '#streams/notification/silent-notifier.ts'
import type { Clock, Ports, Random, ReportPort } from '#streams/ports.ts'
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
  locks: createMemoryLocks(),
  notifier: silentNotifier,
  channel: silentChannel,
  visibility: { isVisible: () => true, isOnline: () => true, subscribe: () => () => undefined },
  // Nothing leaves the process, and a bot types neither phone nor password.
  crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
})
