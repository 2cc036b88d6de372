import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { attachmentOf, nameOfAttachment, shownAs } from './attachments.ts'
import type { AskedMessage } from './ledger.ts'
import { type Act, dispatch, type Moment, shown } from './moment.ts'

/** Within this time after Send an attachment is given up: while it is made smaller, while it is uploaded, or too late, ms. */
const regretTime = 1500
/** A conversation that was just opened shows what it has after this time, ms. */
const openingTime = 300

/** Sends the next attachment there is. */
export function sendAttachment({ world, person, conversation, tab, account }: Moment): AskedMessage {
  const serial = world.ledger.messages.length
  const asked = world.ledger.message(person, conversation.id, nameOfAttachment(serial), {
    device: tab.seat.device.name,
    hasFile: true,
    mayBeDropped: !tab.seat.hasSignedIn,
  })
  const outcome = account.media.sendAttachment(conversation.id, attachmentOf(serial))
  world.ledger.follow(asked, 'sendPicture', outcome)
  return asked
}

/** Gives up a message that has not left, which may just be leaving. */
export function giveUp(moment: Moment, message: TimelineMessage): void {
  const { clientId } = message
  if (clientId === undefined) return
  const asked = moment.world.ledger.messages.find(({ text }) => text.trim() === shownAs(message))
  if (asked) asked.isDiscarded = true
  void dispatch(moment, { type: 'DiscardMessage', conversationId: moment.conversation.id, clientId })
}

/** Whether the person can still do something there. */
const isThere = ({ tab, account }: Moment): boolean =>
  tab.life.isAlive() && !tab.isLeaving && tab.seat.device.isAwake() && tab.client.account.get() === account

/** What people do with messages that have not left. */
export const givingUpActs = {
  /** Sends an attachment and gives it up a moment later. */
  giveUpPicture: (moment) => {
    const { world, tab, random } = moment
    if (tab.screen?.conversation !== moment.conversation.id) return undefined
    const delay = random.integer(0, regretTime)
    const asked = sendAttachment(moment)
    world.time.schedule(delay, () => {
      if (!isThere(moment)) return
      const message = shown(moment).find((one) => one.serverId === undefined && shownAs(one) === asked.text)
      if (!message) return
      giveUp(moment, message)
      world.happenings.command('discard')
      world.trace.line(tab.name, `gives ${asked.text} up, ${message.state}`)
    })
    return `sends attachment ${asked.text} to give it up`
  },
  /** Goes to where something waits, and retries it or gives it up. */
  lookAfterUnsent: (moment) => {
    const { world, tab, account, random } = moment
    const waiting = account.conversations.get().filter(({ unsentCount }) => unsentCount > 0)
    if (waiting.length === 0) return undefined
    const conversation = random.pick(waiting)
    const isRetried = random.chance(0.6)
    tab.screen?.handle.close()
    tab.screen = { conversation: conversation.id, handle: account.openTimeline(conversation.id) }
    world.time.schedule(openingTime, () => {
      const there = { ...moment, conversation }
      const message = isThere(there) ? shown(there).find(({ canRetry }) => canRetry) : undefined
      if (message) settleUnsent(there, message, isRetried)
    })
    return `looks after what waits in ${conversation.id}`
  },
} as const satisfies Record<string, Act>

function settleUnsent(moment: Moment, message: TimelineMessage, isRetried: boolean): void {
  const { world, tab, conversation } = moment
  if (message.clientId === undefined) return
  const { clientId } = message
  if (isRetried) void dispatch(moment, { type: 'RetryMessage', conversationId: conversation.id, clientId })
  else giveUp(moment, message)
  world.happenings.command(isRetried ? 'retry' : 'discard')
  world.trace.line(tab.name, `${isRetried ? 'retries' : 'gives up'} ${shownAs(message).slice(0, 30)}`)
}
