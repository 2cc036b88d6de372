import { type AttachmentSource, createComposer } from '#client/composer.ts'
import { emptyComposition, plainComposition, readComposition } from '#domain/message/composition.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { attachmentOf, nameOfAttachment } from './attachments.ts'
import { notePossibleDraft, pickQuote, sendUnusualText } from './message-commands.ts'
import type { RequestedMessage } from './requested-commands.ts'
import { type CommandRunner, dispatch, type Situation } from './situation.ts'
import { unusualText } from './unusual-texts.ts'

/** The most attachments of one send. */
export const mostAttachments = 3

/** Commands that send several messages in one go. */
export const sendGroupCommands = {
  /** Sends attachments, usually with a text, through the send queue of the composer. */
  sendTogether: (situation) => {
    const { random, conversation } = situation
    const quote = random.chance(0.4) ? pickQuote(situation) : undefined
    const hasText = random.chance(0.85)
    const first = hasText ? undefined : quote
    const attachments = askAttachments(situation, random.integer(1, mostAttachments), first)
    const text = hasText ? unusualText(random, situation.world.ledger.messages.length) : ''
    sendComposed(situation, { attachments, text, quote })
    return `sends ${attachments.length} attachments ${text === '' ? '' : 'and a text '}in one go to ${conversation.id}`
  },
  /** Sends stickers, a quoting text and a plain text right after each other. */
  sendMixture: (situation) => {
    const count = situation.random.integer(1, 2)
    for (let index = 0; index < count; index++) sendNumberedSticker(situation)
    sendUnusualText(situation, pickQuote(situation))
    sendNumberedSticker(situation)
    sendUnusualText(situation)
    return `sends ${count + 1} stickers and 2 texts to ${situation.conversation.id}`
  },
} as const satisfies Record<string, CommandRunner>

interface ComposedSend {
  readonly attachments: readonly RequestedMessage[]
  /** Empty for attachments only. */
  readonly text: string
  readonly quote: QuotedMessage | undefined
}

/** Records the next attachments, all in one send. The first one carries the quote, if there is one. */
function askAttachments(
  situation: Situation,
  count: number,
  quote: QuotedMessage | undefined,
): readonly RequestedMessage[] {
  const { world, person, conversation } = situation
  const send = world.ledger.place()
  return Array.from({ length: count }, (_, index) =>
    world.ledger.message(person, conversation.id, nameOfAttachment(world.ledger.messages.length), {
      ...writerOf(situation),
      hasFile: true,
      send,
      quote: index === 0 ? quote?.serverId : undefined,
    }),
  )
}

const writerOf = ({ tab }: Situation) => ({
  device: tab.personDevice.device.name,
  tab: tab.name,
  mayBeDropped: !tab.personDevice.hasSignedIn,
})

/** Types the text, sends it with the attachments, and leaves the composer empty, as the screen does. */
function sendComposed(situation: Situation, { attachments, text, quote }: ComposedSend): void {
  const { world, person, account, conversation, random } = situation
  const { ledger } = world
  const composer = account.composer(conversation.id, createComposer)
  const composition = plainComposition(text)
  const hasText = text !== ''
  const mentions =
    conversation.group && random.chance(0.4) ? world.people.flatMap(({ userId }) => userId ?? []) : []
  const by = { ...writerOf(situation), send: attachments[0]?.send, quote: quote?.serverId, mentions }
  const requested = hasText ? ledger.message(person, conversation.id, text, by) : undefined
  const store: AttachmentSource['store'] = async (store) => {
    // The first stored attachment carries the quote if there is no text.
    let carried = hasText ? undefined : quote?.serverId
    for (const attachment of attachments) {
      const stored = await store(attachmentOf(ledger.messages.indexOf(attachment)))
      attachment.quote = stored.isOk ? carried : undefined
      if (stored.isOk) carried = undefined
      ledger.follow(attachment, 'sendAttachment', stored.isOk ? outcome : Promise.resolve(stored))
    }
  }
  // The queue saves the draft whenever it changes, and a crash leaves it there.
  for (const draft of requested ? [text, ''] : []) notePossibleDraft(situation, draft)
  composer.open(readComposition(conversation.draft, conversation.draftMentions))
  if (requested) composer.edit(composition)
  const outcome = composer.send({
    composition,
    quote,
    mentions: () => mentions,
    attachments: { pendingFiles: () => [], store, submitted: () => undefined },
  })
  if (requested) ledger.follow(requested, 'send', outcome)
  else outcome.catch((cause: unknown) => ledger.problems.push(`a send was rejected: ${String(cause)}`))
  if (!requested) return
  composer.edit(emptyComposition)
  composer.save()
}

/** Sends a sticker with a number of its own, which identifies it. */
export function sendNumberedSticker(situation: Situation): string {
  const { world, person, conversation } = situation
  const content = `/stickers/number-${world.ledger.messages.length}.webp`
  const requested = world.ledger.message(person, conversation.id, content, writerOf(situation))
  const { id: conversationId } = conversation
  const outcome = dispatch(situation, { type: 'SendContent', conversationId, contentType: 'emo', content })
  world.ledger.follow(requested, 'SendContent', outcome)
  return content
}
