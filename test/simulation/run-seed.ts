import { createSeededWorld, type WorldOptions } from './create-seeded-world.ts'
import type { Counts, FaultKind } from './fault-counts.ts'
import { checkEverything } from './invariants/check-everything.ts'
import { describeViolation, type Violation, type Violations, violationsOf } from './invariants/invariant.ts'
import type { MessageCounts, Tolerance } from './invariants/tolerated.ts'
import { loadClientCode } from './load-client-code.ts'
import { acceptNext, befriend, setPassword, signIn, signUp } from './scenario/befriend.ts'
import type { CommandName } from './scenario/commands.ts'
import { longestTimer } from './scenario/conversation-commands.ts'
import { healEverything } from './scenario/faults.ts'
import { inviteGuest } from './scenario/guest-commands.ts'
import { writeLastMessages } from './scenario/last-messages.ts'
import { applyElsewhere, signUpElsewhere } from './scenario/other-device.ts'
import { runTurbulence, type Turbulence } from './scenario/turbulence.ts'
import { waitForQuiet } from './scenario/wait-for-quiet.ts'
import type { SimulationDatabase } from './simulation-database.ts'
import type { World } from './world.ts'

/** The result of one seed. */
export interface SeedResult extends Turbulence {
  readonly seed: number
  /** How often each command ran, and how often each kind of fault struck. */
  readonly commandCounts: Counts<CommandName>
  readonly faultCounts: Counts<FaultKind>
  /** How often each difference was tolerated. */
  readonly toleranceCounts: Readonly<Partial<Record<Tolerance, number>>>
  /** How many messages people sent, and how many of them the server must have exactly once. */
  readonly messages: MessageCounts
  /** Empty if every invariant held. */
  readonly violations: Violations
  /** The hash of the whole trace, equal for every run of the seed. */
  readonly hash: string
  readonly steps: number
  /** The duration in virtual time, ms. */
  readonly duration: number
  readonly lastLines: readonly string[]
}

/** Plays one seed from empty tables to the check after healing. */
export async function runSeed(
  database: SimulationDatabase,
  seed: number,
  options: WorldOptions = {},
): Promise<SeedResult> {
  await database.reset()
  await loadClientCode()
  const world = createSeededWorld(database, seed, options)
  const start = world.time.now()
  let turbulence: Turbulence = { commands: 0, faults: 0 }
  const violations: Violation[] = []
  try {
    // Until the nodes accept connections.
    if (options.nodeCount !== undefined) await world.time.settle()
    await meet(world)
    if (!options.isSmall) joinMore(world)
    world.nodes?.beginFaults()
    turbulence = await runTurbulence(world)
    healEverything(world)
    const unrest = await waitForQuiet(world)
    if (world.nodes) await writeLastMessages(world)
    await world.time.runUntil(world.time.now() + longestTimer)
    violations.push(...violationsOf('quiet', unrest))
    violations.push(...(await checkEverything(world)))
  } catch (cause) {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    violations.push(...violationsOf('completed', [text]))
  }
  for (const violation of violations) world.trace.line('check', describeViolation(violation))
  return {
    seed,
    ...turbulence,
    commandCounts: world.occurrences.commands(),
    faultCounts: world.occurrences.faults(),
    toleranceCounts: world.tolerated.counts(),
    messages: world.tolerated.messages,
    violations,
    hash: world.trace.hash(),
    steps: world.time.steps(),
    duration: world.time.now() - start,
    lastLines: world.trace.last(60),
  }
}

/** Three to six devices in all, usually three, with up to three tabs each. People sign in on more of their devices. */
function joinMore(world: World): void {
  const random = world.random.split('devices')
  const more = Number(random.weighted({ 1: 12, 2: 5, 3: 2, 4: 1 }))
  for (let count = 0; count < more; count++) {
    const person = random.pick(world.people)
    const personDevice = world.addPersonDevice(person)
    const tabs = Number(random.weighted({ 0: 12, 1: 5, 2: 2 }))
    void signIn(person, personDevice.openTab()).then(() => {
      for (let tab = 0; tab < tabs && personDevice.hasSignedIn; tab++)
        personDevice.openTab(random.chance(0.5))
    })
  }
}

/** Signs two people up and makes them friends on a healthy network. */
async function meet(world: World): Promise<void> {
  const [ann, bob] = world.people
  if (!ann || !bob) throw new Error('a world has two people')
  const [from, to] = [await signUp(world, ann), await signUp(world, bob)]
  await setPassword(world, ann, from)
  await setPassword(world, bob, to)
  await befriend(world, from, to, bob.phone)
  await signUpElsewhere(world, world.outsidePerson)
  for (const [person, tab] of [
    [ann, from],
    [bob, to],
  ] as const) {
    await applyElsewhere(world, world.outsidePerson, person)
    await acceptNext(world, tab)
  }
  if (!world.leftOut.includes('signInGuest')) await inviteGuest(world)
}
