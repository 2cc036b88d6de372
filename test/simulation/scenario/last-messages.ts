import type { World } from '../world.ts'
import { RejectedElsewhere, sendElsewhere } from './other-device.ts'

/**
 * The outside person writes to all others at the same moment, once no client reconnects any more. A client that misses
 * a message of that moment has no later occasion to fetch it.
 */
export async function writeLastMessages(world: World): Promise<void> {
  const { ledger, outsidePerson, people } = world
  for (const person of people) {
    const serial = ledger.messages.length
    const requested = ledger.message(outsidePerson, undefined, `the last #${serial}.`)
    try {
      await sendElsewhere(world, outsidePerson, person, requested.text, serial)
      requested.answer = 'accepted'
    } catch (cause) {
      // They may be no friends any more.
      if (!(cause instanceof RejectedElsewhere)) throw cause
    }
  }
}
