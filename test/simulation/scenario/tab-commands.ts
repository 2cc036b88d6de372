import { openTimelineHandle } from '#client/timeline.ts'
import { signIn } from './befriend.ts'
import type { CommandRunner } from './situation.ts'

/** Longer than a log stores events other than messages (3 days), shorter than it stores messages, ms. */
const someDays = 4 * 24 * 60 * 60 * 1000

/** How long a person looks at a conversation before going back, ms. */
const lookingTime = 1500

/** Commands on tabs, screens and devices. */
export const tabCommands = {
  openTimeline: ({ tab, account, conversation }) => {
    if (tab.screen) return undefined
    tab.screen = {
      account,
      conversation: conversation.id,
      handle: account.openTimeline(conversation.id, openTimelineHandle),
    }
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
  /** Opens a conversation and loads its history up to the start. */
  lookBack: ({ world, tab, account, conversation }) => {
    tab.screen?.handle.close()
    const handle = account.openTimeline(conversation.id, openTimelineHandle)
    tab.screen = { account, conversation: conversation.id, handle }
    world.time.schedule(lookingTime, () => {
      const isAlive = tab.life.isAlive() && tab.personDevice.device.isAwake() && tab.screen?.handle === handle
      if (!isAlive || !handle.view.get().hasOlder) return
      handle.loadOlder()
      world.occurrences.command('loadOlder')
      world.trace.line(tab.name, `goes back in ${conversation.id}`)
    })
    return `looks back in ${conversation.id}`
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
    if (tab.personDevice.tabs().length > 1) return undefined
    return `opens ${tab.personDevice.openTab(random.chance(0.5)).name}`
  },
  closeTab: ({ tab }) => {
    if (tab.personDevice.tabs().length < 2) return undefined
    tab.life.end()
    return 'closes the tab'
  },
  addDevice: ({ world, person }) => {
    if (person.personDevices.length > 1) return undefined
    const tab = world.addPersonDevice(person).openTab()
    void signIn(person, tab)
    return `signs in on ${tab.name}`
  },
  reconnect: ({ account }) => {
    account.reconnect()
    return 'asks to reconnect'
  },
  refreshContacts: ({ account }) => {
    // Rejects when the server cannot be reached. A screen shows that in place of the list.
    account.contacts.refresh().catch(() => undefined)
    return 'refreshes contacts'
  },
  /** Runs once in a world: every log folds older events into its base. */
  daysPass: ({ world }) => {
    if (world.time.stoodStill() > 0) return undefined
    world.time.standStill(someDays)
    return 'comes back after days'
  },
} as const satisfies Record<string, CommandRunner>
