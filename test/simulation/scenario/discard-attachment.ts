import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { attachmentOf, nameOfAttachment, shownAs } from './attachments.ts'
import { accountOf } from './befriend.ts'
import type { RequestedMessage } from './requested-commands.ts'
import { dispatch, type Situation } from './situation.ts'

/** Sends the next attachment. */
export function sendAttachment({ world, person, conversation, tab, account }: Situation): RequestedMessage {
  const serial = world.ledger.messages.length
  const requested = world.ledger.message(person, conversation.id, nameOfAttachment(serial), {
    device: tab.personDevice.device.name,
    tab: tab.name,
    hasFile: true,
    mayBeDropped: !tab.personDevice.hasSignedIn,
  })
  const outcome = account.media.sendAttachment(conversation.id, attachmentOf(serial))
  world.ledger.follow(requested, 'sendPicture', outcome)
  return requested
}

/** Discards an unsent message, which may be in flight already. */
export function giveUp(situation: Situation, message: TimelineMessage): void {
  const { clientId } = message
  if (clientId === undefined) return
  const { ledger } = situation.world
  const discarded = ledger.named(shownAs(message))
  ledger.mayLose('discarded', (requested) => requested === discarded)
  void dispatch(situation, { type: 'DiscardMessage', conversationId: situation.conversation.id, clientId })
}

/** Whether the person can still act in this tab. */
export const isAlive = ({ tab, account }: Situation): boolean =>
  tab.life.isAlive() && !tab.isLeaving && tab.personDevice.device.isAwake() && accountOf(tab) === account
