import { accountOf } from '../scenario/befriend.ts'
import type { Seat, Tab } from '../seat.ts'
import { type Person, tabsOf, type World } from '../world.ts'
import { compareShown, readShown, type Shown } from './client-invariants.ts'
import { settleDeletions } from './deletion-invariants.ts'
import { compare, type Differences } from './difference.ts'
import { checkDrafts } from './draft-invariants.ts'
import { expectedFor } from './expected-view.ts'
import { checkFaults } from './fault-invariants.ts'
import { checkDeviceFiles, checkServerFiles } from './file-invariants.ts'
import { checkCleared, lessLocalActs } from './local-acts.ts'
import { checkOutcomes } from './outcome-invariants.ts'
import { checkGate, checkOutside } from './outsider-invariants.ts'
import { checkRebuild } from './rebuild-invariants.ts'
import { burnedMessages, isSaidElsewhere } from './rows-of-messages.ts'
import { checkServer } from './server-invariants.ts'
import { readTruth, type Truth } from './truth.ts'

/** Everything that must hold once the world is healed and quiet; answers what does not, in words. */
export async function checkEverything(world: World): Promise<Differences> {
  const truth = await readTruth(world.database.truth)
  excuseUnkept(world)
  const differences = [
    ...settleDeletions(world, truth),
    ...world.ledger.problems,
    ...checkFaults(world),
    ...checkServer(world, truth),
    ...(await checkGate(world, truth)),
    ...checkServerFiles(truth),
  ]
  for (const person of world.people) {
    for (const seat of person.seats) differences.push(...(await checkSeat(world, truth, person, seat)))
  }
  return differences
}

/** A storage that fails at a sign-out cannot keep what was not sent, and says so. */
function excuseUnkept({ ledger, reported }: World): void {
  for (const { kind, tab } of reported)
    if (kind === 'kept messages') ledger.dropUnsent(tab.slice(0, tab.indexOf('.')))
}

async function checkSeat(world: World, truth: Truth, person: Person, seat: Seat): Promise<Differences> {
  const expected = expectedFor(truth, person.userId ?? 0)
  const differences: string[] = []
  let shown: Shown | undefined
  if (seat.tabs().length === 0) return [`${seat.device.name} has no tab to look at`]
  for (const tab of seat.tabs()) {
    const account = accountOf(tab)
    if (!account) return [`${tab.name} is not signed in`]
    shown = await readShown(world, tab, account)
    const own = lessLocalActs({ world, truth, person, seat }, shown, expected)
    differences.push(...compareShown(tab.name, shown, own), ...checkPresence(world, person, tab))
  }
  const stored = seat.device.disk.toJson()
  return [
    ...differences,
    ...checkErasure(world, truth, person, seat, stored),
    ...checkCleared(world, truth, seat, stored),
    ...checkOutside(truth, person, seat, stored),
    ...checkDrafts(world, seat),
    ...(shown ? await checkDeviceFiles(world, person, seat, shown) : []),
    ...(shown ? checkOutcomes(world, truth, seat, shown) : []),
    ...(shown ? await checkRebuild(world, seat, shown) : []),
  ]
}

/**
 * Everybody is here after healing, but for the stranger, who has no connection. What the server could not tell because
 * its database failed is made good by the next friend list, later than this.
 */
function checkPresence(world: World, person: Person, tab: Tab): Differences {
  if (world.serverFaults.some((fault) => fault.startsWith('presence'))) return []
  const others = world.people.filter((other) => other !== person && tabsOf(other).length > 0)
  const online = accountOf(tab)?.online.get() ?? new Set()
  return compare(`${tab.name} sees online`, [...online].sort(), others.map(({ userId }) => userId).sort())
}

/** No text that was deleted for everyone or has burned is left on the disk, nor the name of such a file. */
function checkErasure(world: World, truth: Truth, person: Person, seat: Seat, stored: string): Differences {
  const deleted = world.ledger.messages.filter(({ isDeleted }) => isDeleted)
  return [...new Set([...deleted, ...burnedMessages(world, truth)])]
    .filter(({ text }) => stored.includes(JSON.stringify(text).slice(1, -1)))
    .filter(({ text }) => !isSaidElsewhere(truth, person.userId, text.trim()))
    .map(({ text }) => `${seat.device.name} still stores the deleted or burned "${text.slice(0, 30)}"`)
}
