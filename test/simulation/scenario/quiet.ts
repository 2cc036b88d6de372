import type { World } from '../world.ts'
import { tabsOf } from '../world.ts'
import { accountOf } from './befriend.ts'

/** A dead connection that looks alive is known after at most this long, ms: 30 s of missing answers, checked each second. */
const detection = 35_000
/** Within this time after the detection everybody must be quiet, ms. */
const patience = 5 * 60_000
/** What still may trickle in after everybody looks quiet, ms. */
const afterglow = 8000

/** Why the world is not quiet yet, in words. */
export function unrest(world: World): readonly string[] {
  return world.people.flatMap(tabsOf).flatMap((tab) => {
    const account = accountOf(tab)
    if (!account) return [`${tab.name} is ${tab.client.authentication.view.get().status}`]
    const { status } = account.connection.get()
    const unsent = account.conversations.get().reduce((sum, row) => sum + row.unsentCount, 0)
    return [
      ...(status === 'connected' ? [] : [`${tab.name} is ${status}`]),
      ...(unsent + tab.client.authentication.unsentCount() === 0 ? [] : [`${tab.name} has unsent messages`]),
    ]
  })
}

/** Waits until everybody is connected and has nothing left to send; answers what is still unquiet at the limit. */
export async function waitForQuiet(world: World): Promise<readonly string[]> {
  await world.time.runUntil(world.time.now() + detection)
  await world.time.runWhile(() => unrest(world).length > 0, patience)
  await world.time.runUntil(world.time.now() + afterglow)
  return unrest(world)
}
