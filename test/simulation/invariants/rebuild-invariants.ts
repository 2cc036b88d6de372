import type { PersonDevice, Tab } from '../person-device.ts'
import { accountOf, signIn, waitFor, waitUntil } from '../scenario/befriend.ts'
import type { World } from '../world.ts'
import { compareOrder, compareShown, readShown, type Shown } from './client-invariants.ts'
import { draftsOf } from './draft-invariants.ts'
import { expectedFor } from './expected-view.ts'
import {
  describeViolation,
  type Invariant,
  type Violation,
  type Violations,
  violationsOf,
} from './invariant.ts'
import type { Truth } from './truth.ts'

/**
 * Checks that an offline client on a copy of a device's disk shows the same view as the device's own client, with the
 * stored read models and with read models rebuilt from the log.
 */
export async function checkRebuild(
  world: World,
  personDevice: PersonDevice,
  shown: Shown,
): Promise<Violations> {
  const violations: Violation[] = []
  for (const part of ['everything', 'logs'] as const) {
    const tab = world.copyPersonDevice(personDevice, part).openTab()
    const account = await waitUntil(world, `${tab.name} starts`, () => accountOf(tab))
    const known = () => account.hasLoadedConversations.get() || undefined
    await waitUntil(world, `${tab.name} loads`, known)
    violations.push(...compareWhole('rebuild', tab, await readShown(world, tab, account), shown))
    tab.life.end()
  }
  return violations
}

/** After this time a client has loaded everything of a new sign-in, ms. */
const loadingTime = 5000

/**
 * Checks that a person who signs in on a new device sees what the server has, without the local commands of the others.
 */
export async function checkFreshSignIn(world: World, truth: Truth): Promise<Violations> {
  const person = world.people[truth.messages.length % world.people.length]
  if (!person) return []
  const tab = world.addPersonDevice(person).openTab()
  await waitFor(world, `${tab.name} signs in`, signIn(person, tab))
  const account = await waitUntil(world, `${tab.name} starts`, () => accountOf(tab))
  await world.time.runUntil(world.time.now() + loadingTime)
  const shown = await readShown(world, tab, account)
  const drafts = [...draftsOf(truth, account.userId)].map(([id, text]) => [
    id,
    { text, mentions: [], quote: undefined },
  ])
  const expected = { ...expectedFor(truth, account.userId), drafts: Object.fromEntries(drafts) }
  const violations = compareWhole('fresh-sign-in', tab, shown, expected)
  tab.life.end()
  return violations
}

const compareWhole = (invariant: Invariant, { name }: Tab, found: Shown, expected: Shown): Violations =>
  violationsOf(
    invariant,
    [...compareShown(name, found, expected), ...compareOrder(name, found, expected)].map(describeViolation),
  )
