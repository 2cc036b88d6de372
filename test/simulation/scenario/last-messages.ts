import type { World } from '../world.ts'
import { RejectedElsewhere, sendElsewhere } from './other-device.ts'

/**
 * Sends a message from the outside person to each of the others, after the last reconnection of all clients. A client
 * fetches missed messages when it reconnects, so it never gets one that a node does not deliver now.
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
      // The two may not be friends any more.
      if (!(cause instanceof RejectedElsewhere)) throw cause
    }
  }
}
