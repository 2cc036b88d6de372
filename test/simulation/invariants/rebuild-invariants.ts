import type { PersonDevice } from '../person-device.ts'
import { accountOf, waitUntil } from '../scenario/befriend.ts'
import type { World } from '../world.ts'
import { compareShown, readShown, type Shown } from './client-invariants.ts'
import type { Differences } from './difference.ts'

/**
 * Checks that an offline client on a copy of a device's disk shows the same view as the device's own client, with the stored
 * read models and with read models rebuilt from the log.
 */
export async function checkRebuild(
  world: World,
  personDevice: PersonDevice,
  shown: Shown,
): Promise<Differences> {
  const differences: string[] = []
  for (const part of ['everything', 'logs'] as const) {
    const tab = world.copyPersonDevice(personDevice, part).openTab()
    const account = await waitUntil(world, `${tab.name} starts`, () => accountOf(tab))
    const known = () => account.hasLoadedConversations.get() || undefined
    await waitUntil(world, `${tab.name} loads`, known)
    differences.push(...compareShown(tab.name, await readShown(world, tab, account), shown))
    tab.life.end()
  }
  return differences
}
