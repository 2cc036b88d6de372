import type { AccountClient, Client } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import type { Tab } from '../person-device.ts'
import { type Person, telCode, type World } from '../world.ts'

/** The limit of each step of sign-up and befriending on a healthy network, ms. */
const patience = 90_000

/** Runs the world until the promise settles. Throws after the limit. */
export async function waitFor<Value>(world: World, what: string, promise: Promise<Value>): Promise<Value> {
  let outcome: { readonly value: Value } | { readonly cause: unknown } | undefined
  promise.then(
    (value) => (outcome = { value }),
    (cause: unknown) => (outcome = { cause }),
  )
  await world.time.runWhile(() => outcome === undefined, patience)
  // Read through a function, because the compiler's narrowing does not see the callbacks above.
  const settled = (() => outcome)()
  if (!settled) throw new Error(`${what}: no end within ${patience} ms`)
  if ('cause' in settled) throw settled.cause
  return settled.value
}

/** Runs the world until `find` returns a value. */
export async function waitUntil<Value>(
  world: World,
  what: string,
  find: () => Value | undefined,
): Promise<Value> {
  await world.time.runWhile(() => find() === undefined, patience)
  const found = find()
  if (found === undefined) throw new Error(`${what}: not within ${patience} ms`)
  return found
}

/** Waits for a successful outcome. */
export async function succeed<Value>(
  world: World,
  what: string,
  promise: Promise<Outcome<Value>>,
): Promise<Value> {
  const outcome = await waitFor(world, what, promise)
  if (!outcome.isOk) throw new Error(`${what}: refused with ${JSON.stringify(outcome.rejection)}`)
  return outcome.value
}

/** The account of a tab's person. It runs in the background while the tab shows a guest. */
export function accountOf({ client, personDevice: { guestId } }: Tab): AccountClient | undefined {
  const shown = client.account.get()
  if (guestId === undefined || shown?.userId !== guestId) return shown
  return client.accounts.get().find(({ userId }) => userId !== guestId)
}

const started = (world: World, client: Client) =>
  waitUntil(world, 'start', () => (client.authentication.view.get().status === 'starting' ? undefined : true))

/** Signs a person up in a new tab of the first device. */
export async function signUp(world: World, person: Person): Promise<Tab> {
  const tab = firstSeat(person).openTab()
  const { authentication } = tab.client
  const phone = { telCode, phone: person.phone }
  await started(world, tab.client)
  await succeed(world, 'code', authentication.sendCode(phone, 'sign-up'))
  await succeed(world, 'sign-up', authentication.signUp(phone, world.codeOf(person.phone) ?? ''))
  const account = await waitUntil(world, 'account', () => accountOf(tab))
  person.userId = account.userId
  await succeed(world, 'name', account.rename(person.name))
  return tab
}

/** Sets a password, which ends the sign-in, and signs in with it. */
export async function setPassword(world: World, person: Person, tab: Tab): Promise<void> {
  const { client } = tab
  const { authentication } = client
  const phone = { telCode, phone: person.phone }
  await waitUntil(world, 'code', () => authentication.codeCountdown.get() === 0 || undefined)
  await succeed(world, 'code', authentication.sendCode(phone, 'other'))
  await succeed(world, 'proof', authentication.verifyPhone(phone, world.codeOf(person.phone) ?? ''))
  await succeed(world, 'password', authentication.resetPassword(person.password))
  await waitUntil(world, 'alert', () => authentication.view.get().alertKey)
  authentication.acceptForcedSignOut()
  await waitUntil(world, 'end', () => authentication.view.get().status === 'signed-out' || undefined)
  await succeed(world, 'sign-in', authentication.signInWithPassword(phone, person.password))
  await waitUntil(world, 'account', () => client.account.get())
  tab.personDevice.hasSignedIn = true
}

/** Signs the person in on one more device. */
export async function signIn(person: Person, { client, personDevice }: Tab): Promise<void> {
  const phone = { telCode, phone: person.phone }
  await personDevice.requestSignIn(() => client.authentication.signInWithPassword(phone, person.password))
}

/** Whether the sign-in on this new device failed, has ended, or is missing in this tab. */
export const isSignedOut = ({ ledger }: World, tab: Tab): boolean =>
  (!tab.personDevice.hasSignedIn || ledger.endedOn.has(tab.personDevice.device.name) || canMakeUpFor(tab)) &&
  tab.client.authentication.view.get().status === 'signed-out'

/**
 * Repeats a sign-in that this tab missed, or resumes it if the device has stored it since. The tab must then offer it.
 */
const canMakeUpFor = ({ client, personDevice, isLeftOut }: Tab): boolean =>
  isLeftOut &&
  (!personDevice.device.hasStoredSignIn() || client.authentication.view.get().accounts.length > 0)

/** Resumes the sign-in of another tab if there is one, which may have ended already. Otherwise signs in again. */
export async function signInAgain(person: Person, tab: Tab): Promise<void> {
  const { authentication } = tab.client
  const stored = authentication.view.get().accounts.find(({ userId }) => userId === person.userId)
  if (!stored) return signIn(person, tab)
  await authentication.choose(stored.userId)
}

/** Makes two people friends and opens their conversation on both sides. */
export async function befriend(world: World, from: Tab, to: Tab, phone: string): Promise<void> {
  const [asking, requested] = [accountOf(from), accountOf(to)]
  if (!asking || !requested) throw new Error('both must be signed in')
  const person = await findPerson(world, asking, phone)
  const request = { userId: person.userId, remark: 'it is me', chatId: person.chatId, source: 'search' }
  await succeed(world, 'application', asking.contacts.apply(request))
  await acceptNext(world, to)
  await succeed(world, 'conversation', requested.contacts.openConversation(asking.userId))
  for (const account of [asking, requested]) {
    await waitUntil(world, 'friend', () => account.friends.get()[0])
    await waitUntil(world, 'conversation', () => account.conversations.get()[0])
  }
}

/** Waits for a friend request, accepts it, and waits until that friend's conversation exists. */
export async function acceptNext(world: World, tab: Tab): Promise<void> {
  const account = accountOf(tab)
  if (!account) throw new Error(`${tab.name} is not signed in`)
  const application = await waitUntil(world, 'application', () => account.applications.get().pending[0])
  await succeed(world, 'acceptance', account.contacts.accept(application.applicationId))
  const hasConversation = () =>
    account.conversations.get().some(({ peerId }) => peerId === application.userId) || undefined
  await waitUntil(world, 'conversation', hasConversation)
}

async function findPerson(world: World, account: AccountClient, phone: string) {
  const lookup = account.lookups.person(phone)
  const end = lookup.subscribe(() => {})
  const people = await waitUntil(world, 'search', () => readyValue(lookup))
  end()
  const person = people[0]
  if (!person) throw new Error('search found nobody')
  return person
}

function readyValue<Value>(lookup: Readable<LookupState<Value>>): Value | undefined {
  const view = lookup.get()
  return view.status === 'ready' ? view.value : undefined
}

function firstSeat(person: Person) {
  const personDevice = person.personDevices[0]
  if (!personDevice) throw new Error(`${person.name} has no device`)
  return personDevice
}
