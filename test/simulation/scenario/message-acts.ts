import { canManage } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { giveUp, sendAttachment } from './giving-up.ts'
import type { AskedDeletion, AskedReadMark } from './ledger.ts'
import { bringBack, deleteForMe, mayBringBack } from './local-acts.ts'
import { type Act, dispatch, type Moment, shown } from './moment.ts'
import { oddText, refusedTexts } from './odd-texts.ts'

interface Sending {
  readonly text: string
  readonly isUnfit?: boolean
  readonly quote?: QuotedMessage
}

const send = (moment: Moment, { text, isUnfit = false, quote }: Sending): void => {
  const { world, person, conversation, tab } = moment
  const device = tab.seat.device.name
  const isOut = !tab.seat.hasSignedIn
  const asked = world.ledger.message(person, conversation.id, text, { device, isUnfit, mayBeDropped: isOut })
  const { id: conversationId } = conversation
  const outcome = dispatch(moment, { type: 'SendText', conversationId, text, ...(quote ? { quote } : {}) })
  world.ledger.follow(asked, 'SendText', outcome)
  const mayChangeNothing = conversation.draft === ''
  world.ledger.draft({ ...placeOf(moment), text: '', mayChangeNothing, isOut }, outcome)
}

/** Where a draft is written, and when its writer came in there, as far as the device has heard. */
const placeOf = ({ person, conversation, tab }: Moment) => ({
  person,
  device: tab.seat.device.name,
  conversation: conversation.id,
  joinedAt: conversation.group?.joinedAt,
})

export const sendOdd = (moment: Moment, quote?: QuotedMessage) => {
  const text = oddText(moment.random, moment.world.ledger.messages.length)
  send(moment, quote ? { text, quote } : { text })
}

/** Messages on the screen that wait for Retry, of the conversation at hand. */
const unsent = (moment: Moment) => shown(moment).filter((message) => message.canRetry)

/** Messages on the screen that may go for everyone at this person's word, of the conversation at hand. */
const deletable = (moment: Moment): readonly TimelineMessage[] => {
  const isManager = canManage(moment.conversation.group?.role ?? 0)
  return shown(moment).filter(
    ({ serverId, type, isOwn }) =>
      serverId !== undefined && (type === 'txt' || type === 'pic' || type === 'emo') && (isOwn || isManager),
  )
}

/** What a person does with messages. */
export const messageActs = {
  send: (moment) => {
    sendOdd(moment)
    return 'sends a text'
  },
  burst: (moment) => {
    const count = moment.random.integer(3, 9)
    for (let index = 0; index < count; index++) sendOdd(moment)
    return `sends ${count} texts`
  },
  sendPicture: (moment) => {
    return `sends attachment ${sendAttachment(moment).text}`
  },
  sendUnfit: (moment) => {
    send(moment, { text: moment.random.pick(refusedTexts), isUnfit: true })
    return 'sends an unfit text'
  },
  quote: (moment) => {
    const quotable = shown(moment).filter(({ serverId, type }) => serverId !== undefined && type === 'txt')
    if (quotable.length === 0) return undefined
    const { serverId, senderId, senderName, type, body } = moment.random.pick(quotable)
    if (serverId === undefined) return undefined
    sendOdd(moment, { serverId, senderId, senderName, type, text: body })
    return `answers message ${serverId}`
  },
  markRead: (moment) => {
    const newest = shown(moment).findLast((message) => message.serverId)
    if (!newest?.serverId) return undefined
    const { person, conversation, world, tab } = moment
    const mark: AskedReadMark = {
      ...{ person, conversation: conversation.id, upTo: newest.serverId },
      isSure: tab.seat.hasSignedIn,
      answer: 'unknown',
    }
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
    const isOut = !tab.seat.hasSignedIn
    world.ledger.draft({ ...placeOf(moment), text, mayChangeNothing: false, isOut }, outcome)
    return `saves the draft "${text}"`
  },
  retry: (moment) => {
    const message = unsent(moment)[0]
    if (!message?.clientId) return undefined
    const { id } = moment.conversation
    void dispatch(moment, { type: 'RetryMessage', conversationId: id, clientId: message.clientId })
    return 'retries a message'
  },
  recall: (moment) => {
    const { random, world, account, conversation } = moment
    const candidates = deletable(moment)
    if (candidates.length === 0) return undefined
    const message = random.pick(candidates)
    if (message.serverId === undefined) return undefined
    const deletion: AskedDeletion = { messageId: message.serverId, answer: 'unknown' }
    world.ledger.deletions.push(deletion)
    const outcome = account.deleteForEveryone(conversation.id, [message])
    world.ledger.follow(deletion, 'deleteForEveryone', outcome)
    return `recalls message ${message.serverId}`
  },
  deleteForMe: (moment) => {
    const ids = shown(moment).flatMap(({ serverId }) => (serverId === undefined ? [] : [serverId]))
    const from = moment.random.integer(0, Math.max(0, ids.length - 1))
    const done = deleteForMe(moment, ids.slice(from, from + moment.random.integer(1, 3)))
    if (done) mayBringBack(moment)
    return done
  },
  bringBack: (moment) => bringBack(moment),
  discard: (moment) => {
    const message = unsent(moment)[0]
    if (!message?.clientId) return undefined
    giveUp(moment, message)
    return 'gives a message up'
  },
} as const satisfies Record<string, Act>
