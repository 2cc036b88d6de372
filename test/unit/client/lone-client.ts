import { createClient } from '#client/create-client.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import { type HttpPort, type Ports, silentNotifier } from '#streams/ports.ts'
import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import { createLocks } from '../machines/locks.ts'
import { SimulatedClock } from '../machines/simulated-clock.ts'
import { createFakeSocket } from '../machines/socket/fake-socket.ts'
import { createTestEnvironment } from '../machines/test-environment.ts'
import { ownOptions } from './test-options.ts'

/**
 * A complete client whose server answers as the test defines. The account on the disk is signed in. `replaced` are other
 * ports, for several tabs of one device.
 */
export async function startLoneClient(
  disk: MemoryDisk,
  http: HttpPort,
  replaced: Partial<Ports> & { readonly clock?: SimulatedClock } = {},
) {
  const { clock = new SimulatedClock() } = replaced
  const socket = createFakeSocket()
  const faults: string[] = []
  const client = createClient(
    {
      ...{ clock, socket, http },
      random: { next: () => 0.5 },
      storage: disk.storage(),
      locks: createLocks(),
      notifier: silentNotifier,
      channel: silentChannel,
      visibility: createTestEnvironment(),
      crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
      report: { fault: ({ kind, detail }) => void faults.push(`${kind}: ${detail}`) },
      ...replaced,
    },
    ownOptions,
  )
  await clock.advance(100)
  const account = client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return { account, client, clock, faults, socket }
}
