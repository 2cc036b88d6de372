import { createComposer } from '#client/composer.ts'
import { canManage } from '#domain/group/roles.ts'
import { plainComposition } from '#domain/message/composition.ts'
import { quoteOf, type TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { shownAs } from './attachments.ts'
import { giveUp, sendAttachment } from './discard-attachment.ts'
import { deleteForMe, mayRestore, undoDeletion } from './local-commands.ts'
import type { RequestedDeletion, RequestedReadMarker } from './requested-commands.ts'
import { type CommandRunner, dispatch, type Situation, shown } from './situation.ts'
import { refusedTexts, unusualText } from './unusual-texts.ts'

interface Sending {
  readonly text: string
  readonly isUnfit?: boolean
  readonly quote?: QuotedMessage
}

/** Sends a text as the screen does: behind the sends in the composer's queue, if there are any. */
const send = (situation: Situation, { text, isUnfit = false, quote }: Sending): void => {
  const { world, person, conversation, tab, account } = situation
  const device = tab.personDevice.device.name
  const isOut = !tab.personDevice.hasSignedIn
  const isWithoutStorage = tab.client.storage.get().status !== 'durable'
  const by = {
    device,
    tab: tab.name,
    isUnfit,
    isWithoutStorage,
    mayBeDropped: isOut,
    quote: quote?.serverId,
  }
  const requested = world.ledger.message(person, conversation.id, text, by)
  const { id: conversationId } = conversation
  const composer = account.composer(conversationId, createComposer)
  if (composer.queue.get().length > 0 && !isUnfit) {
    for (const draft of [text, '']) notePossibleDraft(situation, draft)
    const composition = plainComposition(text)
    world.ledger.follow(requested, 'send', composer.send({ composition, quote, mentions: () => [] }))
    return
  }
  // A change that the composer has not saved yet is saved after this text is sent.
  const unsaved = composer.unsaved()
  if (unsaved) notePossibleDraft(situation, unsaved.text)
  const outcome = dispatch(situation, { type: 'SendText', conversationId, text, ...(quote ? { quote } : {}) })
  world.ledger.follow(requested, 'SendText', outcome)
  const mayChangeNothing = conversation.draft === ''
  world.ledger.draft({ ...placeOf(situation), text: '', mayChangeNothing, isOut }, outcome)
}

/** The place of a draft, and when its writer joined there, as far as the device knows. */
const placeOf = ({ person, conversation, tab }: Situation) => ({
  person,
  device: tab.personDevice.device.name,
  conversation: conversation.id,
  joinedAt: conversation.group?.joinedAt,
})

/** Records a draft that the composer's queue saves at a time of its own, for example until the text is sent. */
export const notePossibleDraft = (situation: Situation, text: string): void =>
  situation.world.ledger.draft({
    ...placeOf(situation),
    text,
    mayChangeNothing: true,
    isOut: !situation.tab.personDevice.hasSignedIn,
  })

export const sendUnusualText = (situation: Situation, quote?: QuotedMessage) => {
  const text = unusualText(situation.random, situation.world.ledger.messages.length)
  send(situation, quote ? { text, quote } : { text })
}

/** A quote of a shown text of the current conversation, if there is one. */
export const pickQuote = (situation: Situation): QuotedMessage | undefined => {
  const quotable = shown(situation).filter(({ serverId, type }) => serverId !== undefined && type === 'txt')
  return quotable.length === 0 ? undefined : quoteOf(situation.random.pick(quotable))
}

/** The shown messages of the current conversation that wait for Retry. */
const unsent = (situation: Situation) => shown(situation).filter((message) => message.canRetry)

/** The shown messages of the current conversation that this person may delete for everyone. */
const deletable = (situation: Situation): readonly TimelineMessage[] => {
  const isManager = canManage(situation.conversation.group?.role ?? 0)
  return shown(situation).filter(
    ({ serverId, type, isOwn }) =>
      serverId !== undefined && (type === 'txt' || type === 'pic' || type === 'emo') && (isOwn || isManager),
  )
}

/** Commands on messages. */
export const messageCommands = {
  send: (situation) => {
    sendUnusualText(situation)
    return 'sends a text'
  },
  burst: (situation) => {
    const count = situation.random.integer(3, 9)
    for (let index = 0; index < count; index++) sendUnusualText(situation)
    return `sends ${count} texts`
  },
  sendPicture: (situation) => {
    return `sends attachment ${sendAttachment(situation).text}`
  },
  sendUnfit: (situation) => {
    send(situation, { text: situation.random.pick(refusedTexts), isUnfit: true })
    return 'sends an unfit text'
  },
  quote: (situation) => {
    const quote = pickQuote(situation)
    if (!quote) return undefined
    sendUnusualText(situation, quote)
    return `answers message ${quote.serverId}`
  },
  markRead: (situation) => {
    const newest = shown(situation).findLast((message) => message.serverId)
    if (!newest?.serverId) return undefined
    const { person, conversation, world, tab } = situation
    const mark: RequestedReadMarker = {
      ...{ person, conversation: conversation.id, upTo: newest.serverId },
      ...{ device: tab.personDevice.device.name, at: world.time.now() },
      doneAt: Number.POSITIVE_INFINITY,
      isSure: tab.personDevice.hasSignedIn,
      answer: 'unknown',
    }
    world.ledger.readMarks.push(mark)
    const command = { type: 'MarkRead', conversationId: conversation.id, upTo: newest.serverId } as const
    const outcome = dispatch(situation, command)
    world.ledger.follow(mark, 'MarkRead', outcome)
    return `marks read up to ${newest.serverId}`
  },
  saveDraft: (situation) => {
    const text = situation.random.chance(0.3) ? '' : `draft ${situation.random.integer(0, 999)}`
    const { tab, conversation, world } = situation
    const outcome = dispatch(situation, { type: 'SaveDraft', conversationId: conversation.id, text })
    const isOut = !tab.personDevice.hasSignedIn
    world.ledger.draft({ ...placeOf(situation), text, mayChangeNothing: false, isOut }, outcome)
    return `saves the draft "${text}"`
  },
  retry: (situation) => {
    const message = unsent(situation)[0]
    if (!message?.clientId) return undefined
    const { id } = situation.conversation
    situation.world.ledger.sentAgain([shownAs(message)])
    void dispatch(situation, { type: 'RetryMessage', conversationId: id, clientId: message.clientId })
    return 'retries a message'
  },
  recall: (situation) => {
    const { random, world, account, conversation } = situation
    const candidates = deletable(situation)
    if (candidates.length === 0) return undefined
    const message = random.pick(candidates)
    if (message.serverId === undefined) return undefined
    const deletion: RequestedDeletion = { messageId: message.serverId, answer: 'unknown' }
    world.ledger.deletions.push(deletion)
    const outcome = account.deleteForEveryone(conversation.id, [message])
    world.ledger.follow(deletion, 'deleteForEveryone', outcome)
    return `recalls message ${message.serverId}`
  },
  deleteForMe: (situation) => {
    const ids = shown(situation).flatMap(({ serverId }) => (serverId === undefined ? [] : [serverId]))
    const from = situation.random.integer(0, Math.max(0, ids.length - 1))
    const done = deleteForMe(situation, ids.slice(from, from + situation.random.integer(1, 3)))
    if (done) mayRestore(situation)
    return done
  },
  undoDeletion: (situation) => undoDeletion(situation),
  discard: (situation) => {
    const message = unsent(situation)[0]
    if (!message?.clientId) return undefined
    giveUp(situation, message)
    return 'gives a message up'
  },
} as const satisfies Record<string, CommandRunner>
