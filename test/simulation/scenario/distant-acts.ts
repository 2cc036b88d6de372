import { deleteElsewhere, readAllElsewhere, sendElsewhere } from './foreign-device.ts'
import type { Act } from './moment.ts'
import { oddText } from './odd-texts.ts'

/** What is done on devices of somebody else's, by this person or by the stranger. */
export const distantActs = {
  deleteForEveryone: async ({ world, person, random }) => {
    if (!world.backend.isRunning()) return undefined
    const row = await deleteElsewhere(world, person, random.integer(0, 5))
    if (!row) return undefined
    world.ledger.deleted(world.sent, row)
    return `deletes "${row.body?.slice(0, 20)}" for everyone`
  },
  strangerWrites: async ({ world, person, random }) => {
    const { stranger, ledger } = world
    const serial = ledger.messages.length
    if (!world.backend.isRunning()) return undefined
    const asked = ledger.message(stranger, undefined, oddText(random, serial))
    await sendElsewhere(world, stranger, person, asked.text, serial)
    asked.answer = 'accepted'
    return `hears from ${stranger.name}`
  },
  /** Once in a world, so much that it is more than a page. */
  strangerRecites: async ({ world, person, random }) => {
    const { stranger, ledger } = world
    if (!world.backend.isRunning() || ledger.hasRecited) return undefined
    ledger.hasRecited = true
    const count = random.integer(40, 70)
    for (let line = 0; line < count; line++) {
      const serial = ledger.messages.length
      const asked = ledger.message(stranger, undefined, `line #${serial}.`)
      await sendElsewhere(world, stranger, person, asked.text, serial)
      asked.answer = 'accepted'
    }
    return `hears ${count} lines from ${stranger.name}`
  },
  strangerReads: async ({ world }) => {
    if (!world.backend.isRunning()) return undefined
    await readAllElsewhere(world, world.stranger)
    return `is read by ${world.stranger.name}`
  },
} as const satisfies Record<string, Act>
