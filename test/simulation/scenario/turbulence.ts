import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { runCommand } from './commands.ts'
import { runFault } from './faults.ts'

/** How much really happened. */
export interface Turbulence {
  readonly commands: number
  readonly faults: number
}

/** A turbulence lasts some minutes; people who still have not done their things after this cannot do them, ms. */
const endurance = 30 * 60_000
/** Longest time between two occurrences, ms; most are much shorter. */
const longestPause = 4000

/** Lets people do at least 60 things while at least 10 things break, in an order and at moments the seed draws. */
export async function runTurbulence(world: World): Promise<Turbulence> {
  const random = world.random.split('turbulence')
  const [commands, faults] = [random.integer(60, 90), random.integer(10, 16)]
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

/** A device that is frozen for minutes stays so until they are over, whatever else has ended. */
async function sleepOut(world: World): Promise<void> {
  const wakeTimes = world.people.flatMap(({ personDevices }) =>
    personDevices.map(({ device }) => device.wakesAt()),
  )
  await world.time.runUntil(Math.max(world.time.now(), ...wakeTimes))
}

/** Often nothing at all, so that things meet; now and then seconds. */
const pause = (random: SeededRandom): number =>
  random.chance(0.25) ? 0 : Math.floor(longestPause * random.next() ** 3)
