import { guestAccountOf } from '../scenario/guest-commands.ts'
import { tabsOf, type World } from '../world.ts'
import { compareShown, readShown } from './client-invariants.ts'
import { expectedFor } from './expected-view.ts'
import { describeViolation, type Violation, type Violations, violationsOf } from './invariant.ts'
import type { Truth } from './truth.ts'

/**
 * Checks that the accounts of a shared device stay apart: the guest's account shows the guest's conversations only, and
 * the database of each account has no text that was written for the other [AUTH-17].
 */
export async function checkAccounts(world: World, truth: Truth): Promise<Violations> {
  const { guest, ledger, leftOut, people } = world
  if (leftOut.includes('signInGuest')) return []
  const violations: Violation[] = []
  for (const tab of people.flatMap(tabsOf)) {
    const account = guestAccountOf(world, tab)
    if (!account) continue
    const shown = await readShown(world, tab, account)
    const { unsent, drafts } = shown
    const expected = { ...expectedFor(truth, account.userId), unsent, drafts }
    const differences = compareShown(`${tab.name} as the guest`, shown, expected).map(describeViolation)
    violations.push(...violationsOf('accounts-apart', differences))
  }
  const [own, foreign] = [true, false].map((isGuests) =>
    ledger.messages.filter(({ person }) => (person === guest) === isGuests).map(({ text }) => text.trim()),
  )
  for (const { device } of people.flatMap(({ personDevices }) => personDevices)) {
    // The disk as a pair of its databases by account, and its directory.
    const [databases]: readonly [readonly (readonly [number, unknown])[]] = JSON.parse(device.disk.toJson())
    const mixed = databases.flatMap(([id, stored]) => {
      const text = JSON.stringify(stored)
      const strange = (id === guest.userId ? foreign : own) ?? []
      return strange
        .filter((one) => one.length > 8 && text.includes(JSON.stringify(one).slice(1, -1)))
        .map((one) => `${device.name} stores "${one.slice(0, 30)}" for the account ${id}`)
    })
    violations.push(...violationsOf('accounts-apart', mixed))
  }
  return violations
}
