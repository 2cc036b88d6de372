import type { AccountClient } from '#client/client.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import type { Tab } from '../person-device.ts'
import type { World } from '../world.ts'
import { tabsOf } from '../world.ts'
import { accountOf, isSignedOut, signInAgain, waitFor } from './befriend.ts'

/** A dead connection that looks alive is known after at most this long, ms: 30 s of missing answers, checked each second. */
const detection = 35_000
/** How long a person waits for a sign-in that was under way when all was healed, ms. */
const patienceOfPeople = 70_000
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
    return [
      ...(status === 'connected' ? [] : [`${tab.name} is ${status}`]),
      ...(hasUnsent(world, tab, account) ? [`${tab.name} has unsent messages`] : []),
    ]
  })
}

/** Whether anything still has to leave; what a group refused or could not be uploaded waits for the person. */
function hasUnsent(world: World, { client, personDevice }: Tab, account: AccountClient): boolean {
  const stuckIn = (kind: ConversationKind) =>
    account.conversations.get().reduce((sum, row) => sum + (row.kind === kind ? row.unsentCount : 0), 0)
  const pictures = world.ledger.messages.filter(
    ({ device, hasFile }) => hasFile && device === personDevice.device.name,
  )
  const stuck = stuckIn('direct') + stuckIn('group')
  return stuckIn('direct') > pictures.length || client.authentication.unsentCount() > stuck
}

/** Somebody whose sign-in on a new device never came through tries again. */
async function signEverybodyIn(world: World): Promise<void> {
  await world.time.runUntil(world.time.now() + patienceOfPeople)
  for (const person of world.people) {
    // A crash that was on its way when all was healed.
    for (const personDevice of person.personDevices.filter((one) => one.tabs().length === 0))
      personDevice.openTab()
    for (const tab of tabsOf(person).filter((one) => isSignedOut(world, one)))
      await waitFor(world, 'sign-in', signInAgain(person, tab))
  }
}

/** Waits until everybody is connected and has nothing left to send; answers what is still unquiet at the limit. */
export async function waitForQuiet(world: World): Promise<readonly string[]> {
  await signEverybodyIn(world)
  await world.time.runUntil(world.time.now() + detection)
  await world.time.runWhile(() => unrest(world).length > 0, patience)
  await world.time.runUntil(world.time.now() + afterglow)
  return unrest(world)
}
