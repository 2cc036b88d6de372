import type { AccountClient } from '#client/client.ts'
import type { PersonDevice, Tab } from '../person-device.ts'
import { accountOf, waitFor } from '../scenario/befriend.ts'
import { type Person, tabsOf, type World } from '../world.ts'
import { checkAccounts } from './account-invariants.ts'
import { checkOpenScreen, compareShown, readShown, type Shown, type UnsentRow } from './client-invariants.ts'
import { checkConversationOrder } from './conversation-order.ts'
import { confirmDeletions } from './deletion-invariants.ts'
import { compare } from './difference.ts'
import { checkDrafts } from './draft-invariants.ts'
import { checkEditErasure, checkEdits } from './edit-invariants.ts'
import { expectedFor } from './expected-view.ts'
import { checkFaults, checkRejections } from './fault-invariants.ts'
import { checkDeviceFiles, checkServerFiles } from './file-invariants.ts'
import { checkOpenedGroups, checkOpenMembers } from './group-invariants.ts'
import { type Violation, type Violations, violationsOf } from './invariant.ts'
import { checkCleared, type Looking, withoutLocalCommands } from './local-commands.ts'
import { checkMessages } from './message-invariants.ts'
import { expiredMessages, isTextElsewhere } from './message-rows.ts'
import { checkNodes } from './node-invariants.ts'
import { checkUnsentOrder } from './order-invariants.ts'
import { checkGate, checkOutside } from './outsider-invariants.ts'
import { checkPins, checkShownPins } from './pin-invariants.ts'
import { checkReactionErasure, checkReactions } from './reaction-invariants.ts'
import { checkReaders } from './reader-invariants.ts'
import { checkFreshSignIn, checkRebuild } from './rebuild-invariants.ts'
import { checkServer } from './server-invariants.ts'
import { checkStickers } from './sticker-invariants.ts'
import { readTruth, type Truth } from './truth.ts'
import { checkTyping } from './typing-invariants.ts'

/** Checks all invariants once the world is healed and quiet. Returns the violations. */
export async function checkEverything(world: World): Promise<Violations> {
  const truth = await readTruth(world.database.truth)
  const violations: Violation[] = [
    ...confirmDeletions(world, truth),
    ...violationsOf('command-outcome', world.ledger.problems),
    ...checkFaults(world),
    ...checkRejections(world),
    ...checkServer(world, truth),
    ...(await checkNodes(world)),
    ...checkReactions(world, truth),
    ...checkEdits(world, truth),
    ...checkPins(world, truth),
    ...violationsOf('read-marker-monotonic', await world.database.loweredReadMarkers()),
    ...(await checkGate(world, truth)),
    ...checkServerFiles(truth),
    ...(await checkStickers(world)),
    ...(await checkAccounts(world, truth)),
  ]
  countWaived(world)
  const unsent = new Map<string, readonly UnsentRow[]>()
  for (const person of world.people) {
    for (const personDevice of person.personDevices)
      violations.push(...(await checkPersonDevice({ world, truth, person, personDevice }, unsent)))
  }
  return [
    ...violations,
    ...checkMessages(world, truth, unsent),
    ...(await checkFreshSignIn(world, truth)),
    ...(await checkTyping(world, truth)),
  ]
}

/** Counts the commands other than messages whose effect may be lost. */
function countWaived({ ledger, tolerated }: World): void {
  const waived = [...ledger.drafts, ...ledger.localCommands].filter(({ isOut }) => isOut)
  const unsure = ledger.readMarks.filter(({ answer, isSure }) => answer === 'accepted' && !isSure)
  tolerated.use('draft or local command lost', waived.length)
  tolerated.use('read marker not answered', unsure.length)
}

/** Records the device's unsent messages in `unsent`. */
async function checkPersonDevice(
  looking: Looking,
  unsent: Map<string, readonly UnsentRow[]>,
): Promise<Violations> {
  const { world, truth, person, personDevice } = looking
  const expected = expectedFor(truth, person.userId ?? 0)
  const violations: Violation[] = []
  let shown: Shown | undefined
  if (personDevice.tabs().length === 0)
    return violationsOf('quiet', [`${personDevice.device.name} has no tab to look at`])
  for (const tab of personDevice.tabs()) {
    const account = accountOf(tab)
    if (!account) return violationsOf('quiet', [`${tab.name} is not signed in`])
    const before = shown
    shown = await readShown(world, tab, account)
    const own = withoutLocalCommands(looking, shown, expected)
    unsent.set(personDevice.device.name, shown.unsent)
    violations.push(
      ...compareShown(tab.name, shown, own),
      ...checkShownPins(tab.name, account, truth, own),
      ...checkConversationOrder({
        ...looking,
        user: account.userId,
        who: tab.name,
        found: shown,
        expected: own,
      }),
      ...checkDrafts(world, truth, person, tab),
      ...(before ? compareOwn(tab.name, shown, before) : []),
      ...(await checkOpenScreen(world, tab, account, shown)),
      ...checkUnsentOrder(world, tab.name, shown.unsent),
      ...checkPresence(looking, tab),
      ...(await checkBlacklist(looking, account)),
      ...(await checkOpenMembers(world, truth, tab, account)),
      // One tab of a person is enough, because the answers come from the server.
      ...(before || personDevice !== person.personDevices[0]
        ? []
        : [
            ...(await checkOpenedGroups(world, truth, tab, account)),
            ...(await checkReaders(looking, account)),
          ]),
    )
  }
  const stored = personDevice.device.disk.toJson()
  return [
    ...violations,
    ...checkErasure(world, truth, person, personDevice, stored),
    ...checkReactionErasure(personDevice.device.name, truth, stored),
    ...checkEditErasure(world, truth, person.userId, { name: personDevice.device.name, stored }),
    ...checkCleared(world, truth, personDevice, stored),
    ...checkOutside(truth, person, personDevice, stored),
    ...(shown ? await checkDeviceFiles(world, person, personDevice, shown) : []),
    ...(shown ? await checkRebuild(world, personDevice, shown) : []),
  ]
}

/** What only the device knows is equal on all of its tabs. */
const compareOwn = (who: string, shown: Shown, other: Shown): Violations => [
  ...compare('draft', `${who} drafts`, shown.drafts, other.drafts),
  ...compare('timeline', `${who} unsent`, shown.unsent, other.unsent),
]

/**
 * Checks who is online: after healing everybody except the outside person. The next friend list, after the time limit,
 * repairs presence events that the server lost to a failing database.
 */
function checkPresence({ world, truth, person }: Looking, tab: Tab): Violations {
  if (world.serverFaults.some(({ detail }) => detail.startsWith('presence'))) {
    world.tolerated.use('presence lost by the database')
    return []
  }
  const others = world.people.filter(
    (other) => other !== person && tabsOf(other).length > 0 && isVisibleTo(truth, person, other),
  )
  const online = accountOf(tab)?.online.get() ?? new Set()
  return compare(
    'presence',
    `${tab.name} sees online`,
    [...online].sort(),
    others.map(({ userId }) => userId).sort(),
  )
}

/** Whether a person sees if another one is online: friends do who are not blocked. */
const isVisibleTo = ({ blocks, friendships }: Truth, person: Person, other: Person): boolean =>
  friendships.some((one) => one.accountId === person.userId && one.friendId === other.userId) &&
  !blocks.some((one) => one.accountId === other.userId && one.blockedId === person.userId)

/** Checks that a client lists the people whom its person has blocked. */
async function checkBlacklist(
  { world, truth, person }: Looking,
  account: AccountClient,
): Promise<Violations> {
  if (world.leftOut.includes('blockHere')) return []
  const { blacklist } = await waitFor(world, 'blacklist', account.loadFriendChanges())
  const listed = await waitFor(world, 'blacklist', blacklist.fresh())
  return compare(
    'contacts',
    `${person.name} has blocked`,
    listed.status === 'ready' ? listed.value.map(({ userId }) => userId) : listed.status,
    truth.blocks.filter(({ accountId }) => accountId === person.userId).map(({ blockedId }) => blockedId),
  )
}

/** Checks that no disk contains a text that was deleted for everyone or has expired, nor the name of such a file. */
function checkErasure(
  world: World,
  truth: Truth,
  person: Person,
  personDevice: PersonDevice,
  stored: string,
): Violations {
  const deleted = world.ledger.messages.filter(({ isDeleted }) => isDeleted)
  const left = [...new Set([...deleted, ...expiredMessages(world, truth)])]
    .filter(({ text }) => stored.includes(JSON.stringify(text).slice(1, -1)))
    .filter(({ text }) => !isTextElsewhere(truth, person.userId, text.trim()))
  const { name } = personDevice.device
  return violationsOf(
    'erasure',
    left.map(({ text }) => `${name} still stores the deleted or expired "${text.slice(0, 30)}"`),
  )
}
