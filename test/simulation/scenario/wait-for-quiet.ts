import type { AccountClient } from '#client/client.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import type { Tab } from '../person-device.ts'
import { tabsOf, type World } from '../world.ts'
import { accountOf, isSignedOut, signInAgain, waitFor } from './befriend.ts'
import { sendGuestsAway } from './guest-commands.ts'

/** The longest time until a dead connection is detected, ms: 30 s without a response, checked each second. */
const detection = 35_000
/** How long a person waits for a sign-in that was in progress at the healing, ms. */
const patienceOfPeople = 70_000
/** A tab on a healthy network knows within this time whether it is signed in, ms. */
const startTime = 10_000
/** Every client must be quiet within this time after the detection, ms. */
const patience = 5 * 60_000
/** Time for late events after every client looks quiet, ms. */
const afterglow = 8000

/** The reasons why the world is not quiet yet, in words. */
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

/** Whether a message still has to be sent. Messages rejected by a group and failed uploads wait for the person. */
function hasUnsent(world: World, { client, personDevice }: Tab, account: AccountClient): boolean {
  const stuckIn = (kind: ConversationKind) =>
    account.conversations.get().reduce((sum, row) => sum + (row.kind === kind ? row.unsentCount : 0), 0)
  const pictures = world.ledger.messages.filter(
    ({ device, hasFile }) => hasFile && device === personDevice.device.name,
  )
  const stuck = stuckIn('direct') + stuckIn('group')
  return stuckIn('direct') > pictures.length || client.authentication.unsentCount('all') > stuck
}

/** Repeats the sign-in of people whose sign-in on a new device failed. */
async function signEverybodyIn(world: World): Promise<void> {
  await world.time.runUntil(world.time.now() + patienceOfPeople)
  await waitFor(world, 'switch', sendGuestsAway(world))
  // A crash that was scheduled before the healing. Only its start shows a tab that its sign-in has ended.
  const devices = world.people.flatMap(({ personDevices }) => personDevices)
  const closed = devices.filter((one) => one.tabs().length === 0)
  for (const personDevice of closed) personDevice.openTab()
  if (closed.length > 0) await world.time.runUntil(world.time.now() + startTime)
  for (const person of world.people)
    for (const tab of tabsOf(person).filter((one) => isSignedOut(world, one)))
      await waitFor(world, 'sign-in', signInAgain(person, tab))
}

/** Waits until every client is connected and has sent everything. Returns what is still active at the limit. */
export async function waitForQuiet(world: World): Promise<readonly string[]> {
  await signEverybodyIn(world)
  await world.time.runUntil(world.time.now() + detection)
  await world.time.runWhile(() => unrest(world).length > 0, patience)
  await world.time.runUntil(world.time.now() + afterglow)
  return unrest(world)
}
