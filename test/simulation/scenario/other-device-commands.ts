import { deleteElsewhere, readAllElsewhere, sendElsewhere } from './other-device.ts'
import type { CommandRunner } from './situation.ts'
import { unusualText } from './unusual-texts.ts'

/** Commands on outside devices, by this person or by the outside person. */
export const otherDeviceCommands = {
  deleteForEveryone: async ({ world, person, random }) => {
    if (!world.backend.isRunning()) return undefined
    const row = await deleteElsewhere(world, person, random.integer(0, 5))
    if (!row) return undefined
    world.ledger.deleted(world.sent, row)
    return `deletes "${row.body?.slice(0, 20)}" for everyone`
  },
  strangerWrites: async ({ world, person, random }) => {
    const { outsidePerson, ledger } = world
    const serial = ledger.messages.length
    if (!world.backend.isRunning()) return undefined
    const requested = ledger.message(outsidePerson, undefined, unusualText(random, serial))
    await sendElsewhere(world, outsidePerson, person, requested.text, serial)
    requested.answer = 'accepted'
    return `hears from ${outsidePerson.name}`
  },
  /** Runs once in a world and writes more messages than fit on a page. */
  strangerRecites: async ({ world, person, random }) => {
    const { outsidePerson, ledger } = world
    if (!world.backend.isRunning() || ledger.hasRecited) return undefined
    ledger.hasRecited = true
    const count = random.integer(40, 70)
    for (let line = 0; line < count; line++) {
      const serial = ledger.messages.length
      const requested = ledger.message(outsidePerson, undefined, `line #${serial}.`)
      await sendElsewhere(world, outsidePerson, person, requested.text, serial)
      requested.answer = 'accepted'
    }
    return `hears ${count} lines from ${outsidePerson.name}`
  },
  strangerReads: async ({ world }) => {
    if (!world.backend.isRunning()) return undefined
    await readAllElsewhere(world, world.outsidePerson)
    return `is read by ${world.outsidePerson.name}`
  },
} as const satisfies Record<string, CommandRunner>
