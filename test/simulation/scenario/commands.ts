import type { Command } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { AccountClient } from '#machines/client/client.ts'
import type { Tab } from '../seat.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { type Person, tabsOf, type World } from '../world.ts'
import { accountOf, signIn } from './befriend.ts'
import { deleteElsewhere, RefusedElsewhere, readAllElsewhere, sendElsewhere } from './foreign-device.ts'
import { actLocally } from './local-acts.ts'
import { oddText, refusedTexts } from './odd-texts.ts'

/** Where a command happens. */
interface Moment {
  readonly world: World
  readonly random: SeededRandom
  readonly person: Person
  readonly tab: Tab
  readonly account: AccountClient
  readonly conversation: ConversationSummary
}
/** Does it and tells in words what was done, or nothing when it could not be done now. */
type Act = (moment: Moment) => string | undefined | Promise<string | undefined>

const dispatch = ({ account }: Moment, command: Command) => account.dispatch(command)

const send = (moment: Moment, text: string, isUnfit: boolean): void => {
  const { world, person, conversation } = moment
  const asked = world.ledger.message(person, conversation.id, text, isUnfit)
  const outcome = dispatch(moment, { type: 'SendText', conversationId: conversation.id, text })
  world.ledger.follow(asked, 'SendText', outcome)
  const device = moment.tab.seat.device.name
  const mayChangeNothing = conversation.draft === ''
  world.ledger.draft({ device, conversation: conversation.id, text: '', mayChangeNothing }, outcome)
}

const sendOdd = (moment: Moment) =>
  send(moment, oddText(moment.random, moment.world.ledger.messages.length), false)

/** Durations of vanish mode, seconds: short enough to be over within a turbulence, and off. */
const vanishDurations = [30, 60, 0] as const
/** After this everything that was read has burned and been swept, ms. */
export const burnTime = 60_000 + 30_000

/** Messages on the screen that wait for Retry, of the conversation at hand. */
const unsent = ({ tab, conversation }: Moment) =>
  tab.screen?.conversation === conversation.id
    ? tab.screen.handle.view.get().messages.filter((message) => message.canRetry)
    : []

const acts = {
  send: (moment) => {
    sendOdd(moment)
    return 'sends a text'
  },
  burst: (moment) => {
    const count = moment.random.integer(3, 9)
    for (let index = 0; index < count; index++) sendOdd(moment)
    return `sends ${count} texts`
  },
  sendUnfit: (moment) => {
    send(moment, moment.random.pick(refusedTexts), true)
    return 'sends an unfit text'
  },
  markRead: (moment) => {
    if (moment.tab.screen?.conversation !== moment.conversation.id) return undefined
    const newest = moment.tab.screen?.handle.view.get().messages.findLast((message) => message.serverId)
    if (!newest?.serverId) return undefined
    const { person, conversation, world } = moment
    const mark = { person, conversation: conversation.id, upTo: newest.serverId, answer: 'unknown' as const }
    world.ledger.readMarks.push(mark)
    world.ledger.follow(
      mark,
      'MarkRead',
      dispatch(moment, { type: 'MarkRead', conversationId: conversation.id, upTo: newest.serverId }),
    )
    return `marks read up to ${newest.serverId}`
  },
  saveDraft: (moment) => {
    const text = moment.random.chance(0.3) ? '' : `draft ${moment.random.integer(0, 999)}`
    const { tab, conversation, world } = moment
    const outcome = dispatch(moment, { type: 'SaveDraft', conversationId: conversation.id, text })
    const device = tab.seat.device.name
    world.ledger.draft({ device, conversation: conversation.id, text, mayChangeNothing: false }, outcome)
    return `saves the draft "${text}"`
  },
  openTimeline: ({ tab, account, conversation }) => {
    if (tab.screen) return undefined
    tab.screen = { conversation: conversation.id, handle: account.openTimeline(conversation.id) }
    return 'opens the conversation'
  },
  closeTimeline: ({ tab }) => {
    if (!tab.screen) return undefined
    tab.screen.handle.close()
    tab.screen = undefined
    return 'closes the conversation'
  },
  loadOlder: ({ tab }) => {
    if (!tab.screen?.handle.view.get().hasOlder) return undefined
    tab.screen.handle.loadOlder()
    return 'loads older messages'
  },
  retry: (moment) => {
    const message = unsent(moment)[0]
    if (!message?.clientId) return undefined
    const { id } = moment.conversation
    void dispatch(moment, { type: 'RetryMessage', conversationId: id, clientId: message.clientId })
    return 'retries a message'
  },
  discard: (moment) => {
    const message = unsent(moment)[0]
    if (!message?.clientId) return undefined
    const asked = moment.world.ledger.messages.find(({ text }) => text === message.body)
    if (asked) asked.isDiscarded = true
    const { id } = moment.conversation
    void dispatch(moment, { type: 'DiscardMessage', conversationId: id, clientId: message.clientId })
    return 'gives a message up'
  },
  crash: ({ tab, random }) => {
    const calls = random.integer(0, 12)
    if (calls === 0) tab.life.end()
    else tab.life.endAtCall(calls, random.pick(['before', 'after']))
    return `crashes at port call ${calls}`
  },
  reload: ({ tab }) => {
    tab.isLeaving = true
    void tab.client.dispose().then(() => tab.life.end())
    return 'reloads'
  },
  openTab: ({ tab, random }) => {
    if (tab.seat.tabs().length > 1) return undefined
    return `opens ${tab.seat.openTab(random.chance(0.5)).name}`
  },
  closeTab: ({ tab }) => {
    if (tab.seat.tabs().length < 2) return undefined
    tab.life.end()
    return 'closes the tab'
  },
  addDevice: ({ world, person }) => {
    if (person.seats.length > 1) return undefined
    const tab = world.addSeat(person).openTab()
    void signIn(person, tab)
    return `signs in on ${tab.name}`
  },
  deleteForEveryone: async ({ world, person, random }) => {
    if (!world.backend.isRunning()) return undefined
    const text = await deleteElsewhere(world, person, random.integer(0, 5))
    const asked = world.ledger.messages.find((message) => message.text.trim() === text)
    if (asked) asked.isDeleted = true
    return asked && `deletes "${asked.text.slice(0, 20)}" for everyone`
  },
  setVanish: ({ account, conversation, random }) => {
    const seconds = random.pick(vanishDurations)
    // Out of reach it is refused, and nothing changes.
    void account.setVanish(conversation.id, seconds)
    return `sets vanish mode to ${seconds} s`
  },
  strangerWrites: async ({ world, person, random }) => {
    const { stranger, ledger } = world
    const serial = ledger.messages.length
    if (!world.backend.isRunning()) return undefined
    const asked = ledger.message(stranger, undefined, oddText(random, serial))
    await sendElsewhere(world, stranger, person, asked.text, serial)
    asked.answer = 'accepted'
    return `hears from ${stranger.name}`
  },
  strangerReads: async ({ world }) => {
    if (!world.backend.isRunning()) return undefined
    await readAllElsewhere(world, world.stranger)
    return `is read by ${world.stranger.name}`
  },
  reconnect: ({ account }) => {
    account.reconnect()
    return 'asks to reconnect'
  },
  refreshContacts: ({ account }) => {
    // Out of reach, it rejects; a screen shows that in place of the list.
    account.contacts.refresh().catch(() => undefined)
    return 'refreshes contacts'
  },
  hide: actLocally('hide'),
  clear: actLocally('clear'),
  deleteConversation: actLocally('delete'),
  markUnread: actLocally('mark-unread'),
} as const satisfies Record<string, Act>
export type CommandName = keyof typeof acts

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
  setVanish: 3,
  strangerWrites: 8,
  strangerReads: 2,
  reconnect: 1,
  refreshContacts: 1,
  hide: 1,
  clear: 1,
  deleteConversation: 1,
  markUnread: 2,
}

/** A command left out keeps its place and is never drawn, so that a seed of before it came draws as it did. */
const weightsWithout = (leftOut: readonly CommandName[]): Readonly<Record<CommandName, number>> => ({
  ...weights,
  ...Object.fromEntries(leftOut.map((name) => [name, 0])),
})

/** One command by somebody, somewhere; false when nobody could do what was drawn. */
export async function runCommand(world: World, random: SeededRandom): Promise<boolean> {
  const person = random.pick(world.people)
  const name = random.weighted(weightsWithout(world.leftOut))
  const tabs = tabsOf(person)
  if (tabs.length === 0) return restart(world, person, random)
  const tab = random.pick(tabs)
  if (!tab.seat.device.isAwake()) return false
  if (isSignedOut(tab)) return tryAgain(world, person, tab)
  const account = accountOf(tab)
  const conversations = account?.conversations.get() ?? []
  if (!account || conversations.length === 0) return false
  const conversation = conversationFor(tab, conversations, random)
  const done = await orNothing(acts[name]({ world, random, person, tab, account, conversation }))
  if (done) world.trace.line(tab.name, done)
  return done !== undefined
}

/** A refusal elsewhere, by a server whose database fails at this moment, is no command. */
async function orNothing(done: ReturnType<Act>): Promise<string | undefined> {
  try {
    return await done
  } catch (cause) {
    if (cause instanceof RefusedElsewhere) return undefined
    throw cause
  }
}

/** What is on the screen most of the time, else any. */
function conversationFor(tab: Tab, all: readonly ConversationSummary[], random: SeededRandom) {
  const other = random.pick(all)
  const seen = all.find(({ id }) => id === tab.screen?.conversation)
  return seen && random.chance(0.8) ? seen : other
}

/** Whether a sign-in on this new device came to nothing. */
const isSignedOut = ({ client, seat }: Tab): boolean =>
  !seat.hasSignedIn && client.authentication.view.get().status === 'signed-out'

function tryAgain(world: World, person: Person, tab: Tab): boolean {
  void signIn(person, tab)
  world.trace.line(tab.name, 'signs in again')
  return true
}

/** A crashed or reloaded tab comes back. */
function restart(world: World, person: Person, random: SeededRandom): boolean {
  const tab = random.pick(person.seats).openTab()
  world.trace.line(tab.name, 'comes back')
  return true
}
