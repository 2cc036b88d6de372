import { canManage, groupRole } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { conversationId } from '#schemas/ids.ts'
import type { Person, World } from '../world.ts'
import { shownAs } from './attachments.ts'
import { callAs } from './foreign-device.ts'
import { giveUp, isThere, sendAttachment } from './giving-up.ts'
import { type GroupPlace, groupsNow, ownPlace } from './groups-elsewhere.ts'
import { sendOdd } from './message-acts.ts'
import { type Act, dispatch, type Moment, shown } from './moment.ts'

/** Within this time after Send an attachment is given up: while it is made smaller, while it is uploaded, or too late, ms. */
const regretTime = 1500
/** After this time what was not answered is stale, and anything else has been refused, ms. */
const decisionTime = 6500

/** What people do with messages that have not left. */
export const unsentActs = {
  /** Sends an attachment and gives it up a moment later. */
  giveUpPicture: (moment) => {
    const { world, tab, random } = moment
    if (tab.screen?.conversation !== moment.conversation.id) return undefined
    const delay = random.integer(0, regretTime)
    const asked = sendAttachment(moment)
    world.time.schedule(delay, () => {
      if (!isThere(moment)) return
      const message = shown(moment).find((one) => one.serverId === undefined && shownAs(one) === asked.text)
      if (message) settle(moment, message, false)
    })
    return `sends attachment ${asked.text} to give it up`
  },
  /** Goes to where something waits, and retries it or gives it up. */
  lookAfterUnsent: (moment) => {
    const waiting = moment.account.conversations.get().filter(({ unsentCount }) => unsentCount > 0)
    if (waiting.length === 0) return undefined
    const conversation = moment.random.pick(waiting)
    lookAfter({ ...moment, conversation })
    return `looks after what waits in ${conversation.id}`
  },
  /** Writes to a group where a manager has just banned this person, and decides about what was refused. */
  writeWhileBanned: async (moment) => {
    const { world, person, random, account } = moment
    if (!world.backend.isRunning()) return undefined
    const places = (await groupsNow(world)).flatMap((group) => {
      const conversation = account.conversations.get().find(({ id }) => id === nameOf(group))
      const manager = managerOf(world, group)
      const isPlain = ownPlace(group, person)?.role === groupRole.member
      return conversation && manager && isPlain ? [{ group, manager, conversation }] : []
    })
    if (places.length === 0) return undefined
    const { group, manager, conversation } = random.pick(places)
    await callAs(world, manager, '/BanGroupUser', {
      GroupID: group.groupId,
      UserID: person.userId,
      Status: 1,
    })
    const there = { ...moment, conversation }
    sendOdd(there)
    lookAfter(there)
    return `writes to ${conversation.id}, banned`
  },
} as const satisfies Record<string, Act>

const nameOf = ({ groupId }: GroupPlace) => conversationId('group', groupId)

const managerOf = ({ people, stranger }: World, group: GroupPlace): Person | undefined =>
  [...people, stranger].find((one) => canManage(ownPlace(group, one)?.role ?? 0))

/** Opens the conversation, and a moment later retries what waits there or gives it up. */
function lookAfter(moment: Moment): void {
  const { world, tab, account, conversation, random } = moment
  const isRetried = random.chance(0.6)
  tab.screen?.handle.close()
  tab.screen = { conversation: conversation.id, handle: account.openTimeline(conversation.id) }
  world.time.schedule(decisionTime, () => {
    const message = isThere(moment) ? shown(moment).find(({ canRetry }) => canRetry) : undefined
    if (message) settle(moment, message, isRetried)
  })
}

function settle(moment: Moment, message: TimelineMessage, isRetried: boolean): void {
  const { world, tab, conversation } = moment
  const { clientId, state } = message
  if (clientId === undefined) return
  if (isRetried) void dispatch(moment, { type: 'RetryMessage', conversationId: conversation.id, clientId })
  else giveUp(moment, message)
  world.happenings.command(isRetried ? 'retry' : 'discard')
  world.trace.line(
    tab.name,
    `${isRetried ? 'retries' : 'gives up'} ${shownAs(message).slice(0, 30)}, ${state}`,
  )
}
