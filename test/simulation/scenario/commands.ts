import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { Tab } from '../person-device.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { type Person, tabsOf, type World } from '../world.ts'
import { accountCommands } from './account-commands.ts'
import { accountOf, isSignedOut, signInAgain } from './befriend.ts'
import { contactCommands } from './contact-commands.ts'
import { conversationCommands } from './conversation-commands.ts'
import { extensionCommands } from './extension-commands.ts'
import { forwardCommands } from './forward-commands.ts'
import { groupCommands } from './group-commands.ts'
import { groupManagementCommands } from './group-management-commands.ts'
import { guestCommands } from './guest-commands.ts'
import { messageCommands } from './message-commands.ts'
import { RejectedElsewhere } from './other-device.ts'
import { otherDeviceCommands } from './other-device-commands.ts'
import { otherDeviceGroupCommands } from './other-device-group-commands.ts'
import { sendGroupCommands } from './send-groups.ts'
import type { CommandRunner } from './situation.ts'
import { stickerCommands } from './sticker-commands.ts'
import { tabCommands } from './tab-commands.ts'
import { unsentCommands } from './unsent-commands.ts'

const commandRunners = {
  ...messageCommands,
  ...tabCommands,
  ...otherDeviceCommands,
  ...conversationCommands,
  ...otherDeviceGroupCommands,
  ...accountCommands,
  ...forwardCommands,
  ...unsentCommands,
  ...groupCommands,
  ...sendGroupCommands,
  ...groupManagementCommands,
  ...contactCommands,
  ...stickerCommands,
  ...guestCommands,
  ...extensionCommands,
} as const
export type CommandName = keyof typeof commandRunners

const weights: Readonly<Record<CommandName, number>> = {
  send: 34,
  burst: 5,
  sendUnfit: 1,
  markRead: 16,
  saveDraft: 6,
  openTimeline: 14,
  closeTimeline: 4,
  loadOlder: 6,
  retry: 8,
  discard: 2,
  crash: 5,
  reload: 2,
  openTab: 4,
  closeTab: 2,
  addDevice: 2,
  deleteForEveryone: 3,
  setDisappearingTimer: 3,
  strangerWrites: 8,
  strangerReads: 2,
  reconnect: 1,
  refreshContacts: 1,
  hide: 1,
  clear: 1,
  deleteConversation: 1,
  markUnread: 2,
  quote: 7,
  createGroup: 8,
  addMember: 5,
  joinGroup: 8,
  leaveGroup: 2,
  removeMember: 4,
  disbandGroup: 1,
  banMember: 2,
  banAll: 1,
  changeRole: 2,
  passGroupOn: 1,
  renameGroup: 1,
  announce: 1,
  nameInGroup: 1,
  mention: 6,
  answerApplicant: 12,
  pin: 2,
  mute: 1,
  readAll: 1,
  readWhole: 2,
  show: 1,
  signOut: 1,
  revokeElsewhere: 1,
  tokensExpire: 2,
  sendPicture: 5,
  daysPass: 2,
  recall: 4,
  deleteForMe: 4,
  undoDeletion: 2,
  forward: 8,
  sendSticker: 3,
  clearAll: 1,
  giveUpPicture: 6,
  lookAfterUnsent: 10,
  strangerRecites: 2,
  applyToGroup: 10,
  writeWhileBanned: 5,
  forgetSignIns: 1,
  createGroupHere: 2,
  leaveGroupHere: 1,
  changeGroupHere: 5,
  lookBack: 8,
  sendTogether: 5,
  sendMixture: 3,
  openMembersHere: 18,
  joinGroupHere: 5,
  answerApplicantHere: 12,
  removeMemberHere: 6,
  setPublicHere: 2,
  transferGroupHere: 4,
  disbandGroupHere: 1,
  blockHere: 9,
  unblockHere: 14,
  deleteFriendHere: 4,
  befriendHere: 16,
  acceptFriendHere: 24,
  replyHere: 12,
  openStickersHere: 16,
  addStickerHere: 14,
  removeStickerHere: 60,
  signInGuest: 12,
  switchAccount: 20,
  guestWrites: 24,
  react: 14,
  type: 10,
  edit: 14,
  shareDraft: 10,
  pinMessage: 14,
}

/** An excluded command stays in the list with weight 0, so that seeds older than the command draw as before. */
const weightsWithout = (leftOut: readonly CommandName[]): Readonly<Record<CommandName, number>> => ({
  ...weights,
  ...Object.fromEntries(leftOut.map((name) => [name, 0])),
})

/** Runs one random command of a random person. Returns false if the drawn command was impossible. */
export async function runCommand(world: World, random: SeededRandom): Promise<boolean> {
  const person = random.pick(world.people)
  const name = random.weighted(weightsWithout(world.leftOut))
  const tabs = tabsOf(person)
  if (tabs.length === 0) return restart(world, person, random)
  const tab = random.pick(tabs)
  if (!tab.personDevice.device.isAwake()) return false
  if (isSignedOut(world, tab)) return tryAgain(world, person, tab)
  const account = accountOf(tab)
  const conversations = account?.conversations.get() ?? []
  if (!account || conversations.length === 0) return false
  const conversation = conversationFor(tab, conversations, random)
  const done = await orNothing(commandRunners[name]({ world, random, person, tab, account, conversation }))
  if (done) {
    world.occurrences.command(name)
    world.trace.line(tab.name, done)
  }
  return done !== undefined
}

/** A call of an outside device that fails because the database fails does not count as a command. */
async function orNothing(done: ReturnType<CommandRunner>): Promise<string | undefined> {
  try {
    return await done
  } catch (cause) {
    if (cause instanceof RejectedElsewhere) return undefined
    throw cause
  }
}

/** Usually the conversation on the screen, otherwise any. */
function conversationFor(tab: Tab, all: readonly ConversationSummary[], random: SeededRandom) {
  const other = random.pick(all)
  const seen = all.find(({ id }) => id === tab.screen?.conversation)
  return seen && random.chance(0.8) ? seen : other
}

/** A person who signs in looks at the tab. A hidden tab does not connect, so it would stay without conversations. */
function tryAgain(world: World, person: Person, tab: Tab): boolean {
  tab.visibility.show(true)
  void signInAgain(person, tab)
  world.trace.line(tab.name, 'signs in again')
  return true
}

/** Reopens a crashed or reloaded tab. */
function restart(world: World, person: Person, random: SeededRandom): boolean {
  const tab = random.pick(person.personDevices).openTab()
  world.trace.line(tab.name, 'comes back')
  return true
}
