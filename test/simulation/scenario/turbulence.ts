import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { runCommand } from './commands.ts'
import { runFault } from './faults.ts'

/** The numbers of commands and faults that took effect. */
export interface Turbulence {
  readonly commands: number
  readonly faults: number
}

/** The limit of a turbulence, which usually lasts some minutes, ms. Commands that have not run by then cannot run. */
const endurance = 30 * 60_000
/** The longest time between two occurrences, ms. Most are much shorter. */
const longestPause = 4000

/**
 * Runs at least 60 commands and at least 10 faults, or a third of them in a short world, in an order and at times that
 * the seed draws.
 */
export async function runTurbulence(world: World): Promise<Turbulence> {
  const random = world.random.split('turbulence')
  const share = world.isShort ? 1 / 3 : 1
  const [commands, faults] = [
    Math.ceil(share * random.integer(60, 90)),
    Math.ceil(share * random.integer(10, 16)),
  ]
  const left = { commands, faults }
  const limit = world.time.now() + endurance
  while (left.commands > 0 || left.faults > 0) {
    if (world.time.now() - world.time.stoodStill() > limit) throw new Error('nobody can do anything any more')
    await world.time.runUntil(world.time.now() + pause(random))
    const isFault = random.next() * (left.commands + left.faults) >= left.commands
    if (isFault) {
      runFault(world, random)
      left.faults--
    } else if (await runCommand(world, random)) left.commands--
    await world.time.settle()
  }
  if (!world.faultsLeftOut.includes('freeze')) await sleepOut(world)
  return { commands, faults }
}

/** Lets a device that is frozen for minutes stay frozen until its time is over. */
async function sleepOut(world: World): Promise<void> {
  const wakeTimes = world.people.flatMap(({ personDevices }) =>
    personDevices.map(({ device }) => device.wakesAt()),
  )
  await world.time.runUntil(Math.max(world.time.now(), ...wakeTimes))
}

/** Returns 0 often, so that occurrences overlap, and sometimes seconds. */
const pause = (random: SeededRandom): number =>
  random.chance(0.25) ? 0 : Math.floor(longestPause * random.next() ** 3)
