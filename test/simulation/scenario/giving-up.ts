import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { attachmentOf, nameOfAttachment, shownAs } from './attachments.ts'
import type { AskedMessage } from './ledger.ts'
import { dispatch, type Moment } from './moment.ts'

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
export const isThere = ({ tab, account }: Moment): boolean =>
  tab.life.isAlive() && !tab.isLeaving && tab.seat.device.isAwake() && tab.client.account.get() === account
