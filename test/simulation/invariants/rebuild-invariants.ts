import type { PersonDevice } from '../person-device.ts'
import { accountOf, waitUntil } from '../scenario/befriend.ts'
import type { World } from '../world.ts'
import { compareShown, readShown, type Shown } from './client-invariants.ts'
import type { Differences } from './difference.ts'

/**
 * A client that starts offline on a copy of a device's disk shows what the device's own client shows, whether it finds
 * the read models there or has to fold them anew from the log alone.
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
