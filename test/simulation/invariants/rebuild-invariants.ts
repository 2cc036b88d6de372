import type { PersonDevice } from '../person-device.ts'
import { accountOf, waitUntil } from '../scenario/befriend.ts'
import type { World } from '../world.ts'
import { compareShown, readShown, type Shown } from './client-invariants.ts'
import { describeViolation, type Violation, type Violations, violationsOf } from './invariant.ts'

/**
 * Checks that an offline client on a copy of a device's disk shows the same view as the device's own client, with the stored
 * read models and with read models rebuilt from the log.
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
    const found = compareShown(tab.name, await readShown(world, tab, account), shown)
    violations.push(...violationsOf('rebuild', found.map(describeViolation)))
    tab.life.end()
  }
  return violations
}
