import { accountOf } from '../scenario/befriend.ts'
import type { Tab } from '../seat.ts'
import { type Person, tabsOf, type World } from '../world.ts'
import { compareShown, expectedFor, readShown } from './client-invariants.ts'
import type { Differences } from './difference.ts'
import { checkServer } from './server-invariants.ts'
import { readTruth, type Truth } from './truth.ts'

/** Everything that must hold once the world is healed and quiet; answers what does not, in words. */
export async function checkEverything(world: World): Promise<Differences> {
  const truth = await readTruth(world.database.truth)
  const differences = [...world.ledger.problems, ...checkServer(world, truth)]
  for (const person of world.people) {
    for (const tab of tabsOf(person)) differences.push(...(await checkTab(world, truth, person, tab)))
  }
  return differences
}

async function checkTab(world: World, truth: Truth, person: Person, tab: Tab): Promise<Differences> {
  const account = accountOf(tab)
  if (!account) return [`${tab.name} is not signed in`]
  const shown = await readShown(world, tab, account)
  return compareShown(tab.name, shown, expectedFor(truth, person.userId ?? 0))
}
