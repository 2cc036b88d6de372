import { deleteElsewhere, readAllElsewhere, sendElsewhere } from './foreign-device.ts'
import type { Act } from './moment.ts'
import { oddText } from './odd-texts.ts'

/** What is done on devices of somebody else's, by this person or by the stranger. */
export const distantActs = {
  deleteForEveryone: async ({ world, person, random }) => {
    if (!world.backend.isRunning()) return undefined
    const text = await deleteElsewhere(world, person, random.integer(0, 5))
    const asked = text === undefined ? undefined : world.ledger.deleted(text)
    return asked && `deletes "${asked.text.slice(0, 20)}" for everyone`
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
  strangerReads: async ({ world }) => {
    if (!world.backend.isRunning()) return undefined
    await readAllElsewhere(world, world.stranger)
    return `is read by ${world.stranger.name}`
  },
} as const satisfies Record<string, Act>
