import { eq } from 'drizzle-orm'
import type { AccountClient, Client } from '#client/client.ts'
import { friendApplication } from '#server/store/schema/index.ts'
import type { PersonDevice, Tab } from '../person-device.ts'
import { telCode, type World } from '../world.ts'
import { applyElsewhere, callAs, signUpElsewhere } from './other-device.ts'
import type { CommandRunner } from './situation.ts'

/** The account of the guest that runs in a tab, shown or in the background. */
export const guestAccountOf = ({ guest }: World, { client }: Tab): AccountClient | undefined =>
  client.accounts.get().find(({ userId }) => userId === guest.userId)

/** The device on which the guest may sign in, in addition to its own person. */
const guestDeviceOf = ({ people }: World): PersonDevice | undefined => people[0]?.personDevices[0]

/** Signs the guest up on another device, and makes them a friend of the outside person. */
export async function inviteGuest(world: World): Promise<void> {
  const { guest, outsidePerson, database } = world
  await signUpElsewhere(world, guest)
  await applyElsewhere(world, guest, outsidePerson)
  const [application] = await database.truth
    .select()
    .from(friendApplication)
    .where(eq(friendApplication.senderId, guest.userId ?? 0))
  await callAs(world, outsidePerson, '/AcceptFriendApply', { ID: application?.id })
  const device = guestDeviceOf(world)
  if (device) device.guestId = guest.userId
}

/** Commands on the account of a guest, who shares a device with its person. */
export const guestCommands = {
  signInGuest: ({ world, tab }) => {
    const { guest } = world
    const { authentication } = tab.client
    if (tab.personDevice !== guestDeviceOf(world) || hasGuest(world, tab.client)) return undefined
    // A sign-in that fails leaves the tab to its person.
    void authentication.signInWithPassword({ telCode, phone: guest.phone }, guest.password)
    return 'lets the guest sign in'
  },
  switchAccount: ({ world, tab }) => switchAccount(world, tab),
  /** The guest writes in the tab that shows their account, sometimes just before a switch. */
  guestWrites: ({ world, tab, random }) => {
    const shown = tab.client.account.get()
    const conversation = shown?.conversations.get()[0]
    if (!shown || shown.userId !== world.guest.userId || !conversation) return undefined
    const text = `of the guest ${world.ledger.messages.length}`
    const by = {
      ...{ device: tab.personDevice.device.name, tab: tab.name },
      isWithoutStorage: tab.client.storage.get().status !== 'durable',
    }
    const requested = world.ledger.message(world.guest, conversation.id, text, by)
    const command = { type: 'SendText', conversationId: conversation.id, text } as const
    world.ledger.follow(requested, 'SendText', shown.dispatch(command))
    if (random.chance(0.3)) switchAccount(world, tab)
    return `lets the guest send "${text}"`
  },
} as const satisfies Record<string, CommandRunner>

function switchAccount(world: World, { client }: Tab): string | undefined {
  const shown = client.account.get()?.userId
  const other = client.authentication.view.get().accounts.find(({ userId }) => userId !== shown)
  if (!shown || !other || !hasGuest(world, client)) return undefined
  void client.authentication.choose(other.userId)
  return `switches to ${other.userId}`
}

const hasGuest = ({ guest }: World, client: Client): boolean =>
  client.authentication.view.get().accounts.some(({ userId }) => userId === guest.userId)

/** Excluded from most worlds, and from those whose seeds were found without these commands. */
export const guestCommandNames = [
  'signInGuest',
  'switchAccount',
  'guestWrites',
] as const satisfies readonly (keyof typeof guestCommands)[]

/** Not played together with a guest: these commands end the sign-in of a tab's person while it may show the guest. */
export const namesWithoutGuests = ['signOut', 'revokeElsewhere', 'forgetSignIns', 'tokensExpire'] as const

/**
 * Shows the account of each device's person again. A new tab opens the account that was chosen last on the device,
 * which may be the guest's although the tab that showed it has ended.
 */
export async function sendGuestsAway({ guest, people }: World): Promise<void> {
  for (const person of people)
    for (const tab of person.personDevices.flatMap((one) => one.tabs())) {
      const { view, choose } = tab.client.authentication
      const { accounts, chosen } = view.get()
      const isStored = accounts.some(({ userId }) => userId === person.userId)
      const lastChosen = await tab.personDevice.device.disk.storage().accounts.chosen()
      const isAway = chosen === person.userId && lastChosen !== guest.userId
      if (isStored && person.userId && !isAway) await choose(person.userId)
    }
}
