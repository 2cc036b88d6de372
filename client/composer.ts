import type { AttachmentPart, Command, Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import {
  type Composition,
  emptyComposition,
  joinCompositions,
  plainComposition,
  readComposition,
} from '#domain/message/composition.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { randomId } from '#streams/clock/random-text.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { createTaskQueue } from '#streams/task-queue.ts'
import { createDraftSaver, isSameComposition } from './draft-saver.ts'
import type { AttachmentStore, OutgoingAttachment } from './media.ts'
import type { PreservedOutboxOperations } from './preserved-outbox.ts'

/** One send: attachments in their order, then the text. */
export interface SendGroup {
  readonly composition: Composition
  /** The quoted message. The text carries it, or the first stored attachment if there is no text. */
  readonly quote: QuotedMessage | undefined
  /** Returns the ids of the mentioned members; called when the text is submitted. */
  mentions(): readonly number[]
  readonly attachments?: AttachmentSource | undefined
}

/** The attachments of one send. */
export interface AttachmentSource {
  /**
   * Stores their files on this device by calling `store` for each in order. Their messages follow once it has resolved.
   */
  store(store: (attachment: OutgoingAttachment) => Promise<Outcome>): Promise<void>
  /** Returns the files whose messages are not in the log yet. Two sends may share a file. */
  pendingFiles(): readonly unknown[]
  /** Called when the messages of all stored files are in the log, before the next send starts. */
  submitted(): void
}

/** Drafts and sends the messages of one conversation. It outlives the screens that show it. */
export interface Composer {
  /** Sends that wait for their files, or for those of an earlier send. Until then their texts are saved as the draft. */
  readonly queue: Readable<readonly SendGroup[]>
  /**
   * Starts an edit by a screen that shows the draft `stored`.
   * @returns the text to show instead, if the stored draft contains queued sends or lacks the last change
   */
  open(stored: Composition): Composition | undefined
  /** Returns the current text, without queued sends. */
  current(): Composition
  /** Changes the text. It is saved within 400 ms [SESS-63 SESS-64]. */
  edit(text: Composition): void
  /** Saves the text now if it has changed. */
  save(): void
  /** Saves the text now if it has changed, and shares it with the account's other devices without a pause. */
  leave(): void
  /** Says whether an input method composes. No draft of another device replaces the text meanwhile. */
  setComposing(isOn: boolean): void
  /**
   * Set to the whole text when it was changed from outside: the words of a message that the server rejected for good
   * were added to it, perhaps by another tab [LIFE-15], or another tab or device has written the draft.
   */
  readonly restored: Readable<Composition | undefined>
  /**
   * Returns a draft that is not stored yet. Undefined while a send is being stored, because the draft still has its
   * text.
   */
  unsaved(): Composition | undefined
  /** Quotes a message, or none. */
  quote(quote: QuotedMessage | null): void
  /**
   * Sends attachments and a text, after all earlier sends of the conversation are stored. The log stores all parts at
   * once, and the outbox keeps their order (DEC-108). If storing the files throws, it submits everything else and
   * rejects.
   */
  send(send: SendGroup): Promise<Outcome>
}

/** A stored file is stored again after waiting this long for its message, ms. Leftovers are removed after a minute. */
const longestWait = 30_000

/** An attachment whose file was stored at a time, monotonic ms. */
interface StoredAttachment {
  readonly outgoing: OutgoingAttachment
  readonly part: AttachmentPart
  readonly at: number
}

export interface ComposerServices extends Pick<PreservedOutboxOperations, 'keepUndeliverable'> {
  readonly log: Pick<AccountCore['log'], 'appended$' | 'conversations' | 'dispatch'>
  readonly ports: Pick<Ports, 'clock' | 'random'>
  readonly leftDrafts: Pick<AccountCore['leftDrafts'], 'announce'>
  readonly media: AttachmentStore
  dispatch(command: Command): Promise<Outcome>
}

/** Creates the composer of one conversation. */
export function createComposer(services: ComposerServices, conversationId: ConversationId): Composer {
  const { dispatch, leftDrafts, log, media, ports, keepUndeliverable } = services
  const queue = createWritable<readonly SendGroup[]>([])
  /** Undefined until the first change: then the text is the stored draft. */
  let text: Composition | undefined
  const inTurn = createTaskQueue()
  let openSends = 0
  let isComposing = false
  /** The quote of the draft when the own change began, or that was chosen since. */
  let ownQuote: QuotedMessage | undefined
  /** Whether another device has replaced the quote of the draft since the own change began. */
  let isQuoteReplaced = false

  const summary = () => log.conversations.get().find(({ id }) => id === conversationId)
  const storedDraft = (): Composition => readComposition(summary()?.draft ?? '', summary()?.draftMentions)
  const current = () => text ?? storedDraft()
  /** The draft to save: the texts of all queued sends, then the current text. */
  const draft = (): Composition =>
    [...queue.get().map(({ composition }) => composition), current()].reduce(joinCompositions)

  const saver = createDraftSaver(
    () => (text === undefined ? undefined : draft()),
    (composition) => {
      const quote = isQuoteReplaced ? { quote: ownQuote ?? null } : {}
      isQuoteReplaced = false
      return log.dispatch({ type: 'SaveDraft', conversationId, ...composition, ...quote })
    },
    ports.clock,
  )
  const isChanged = () => !saver.isStored() || isComposing || queue.get().length > 0
  /** Call it before each change of the text. */
  const rememberQuote = () => {
    if (isChanged()) return
    ownQuote = summary()?.draftQuote
    isQuoteReplaced = false
  }
  const restored = createWritable<Composition | undefined>(undefined)
  const show = (next: Composition) => {
    text = next
    restored.set(next)
  }
  const restore = ({ stream, type, data }: LogEvent) => {
    if (type !== 'DraftSaved' || stream !== conversationId) return
    if (data.version !== undefined) takeShared(readComposition(data.text, data.mentions))
    else if (data.returned === undefined) takeStored()
    // Without a text of its own the composer shows the stored draft.
    if (data.returned === undefined || text === undefined) return
    saver.schedule()
    show(joinCompositions(text, plainComposition(data.returned)))
  }
  /** Shows the draft that another tab has saved. A text that was changed meanwhile stays, and is saved in its place. */
  const takeStored = () => {
    const stored = storedDraft()
    if (text === undefined || isChanged() || isSameComposition(stored, text)) return
    saver.start(stored)
    show(stored)
  }
  /**
   * Shows the draft of another device. A text that was changed meanwhile stays with its quote, and is saved in its place.
   */
  const takeShared = (shared: Composition) => {
    const isOwnKept = isChanged()
    saver.start(shared)
    if (text === undefined) return
    if (isOwnKept) {
      isQuoteReplaced = true
      return saver.schedule()
    }
    show(shared)
  }
  // Ends with the log.
  log.appended$.subscribe((events) => events.forEach(restore))
  const setQueue = (sends: readonly SendGroup[]) => {
    queue.set(sends)
    if (text !== undefined) saver.schedule()
  }

  /** Moves the text from the draft to the log in one step, so that a crash neither loses nor doubles it. */
  async function submitParts(
    { composition: { text }, mentions, quote }: SendGroup,
    attachments: readonly AttachmentPart[],
    rest: Composition,
  ): Promise<Outcome> {
    const common = { conversationId, text, rest, mentions: mentions(), ...(quote ? { quote } : {}) }
    const outcome =
      attachments.length === 0
        ? await dispatch({ type: 'SendText', ...common })
        : await dispatch({ type: 'SendParts', ...common, send: randomId(ports.random), attachments })
    if (outcome.isOk) return done
    for (const { attachment } of attachments) await media.discardStored(attachment.fileKey)
    const isRemoved = outcome.rejection.key === 'conversation.session-not-available'
    return isRemoved ? keepUndeliverable(conversationId, attachments, text) : outcome
  }

  async function submit(send: SendGroup): Promise<Outcome> {
    const stored: StoredAttachment[] = []
    const store = async (outgoing: OutgoingAttachment): Promise<Outcome> => {
      const outcome = await media.storeAttachment(conversationId, outgoing)
      if (!outcome.isOk) return outcome
      stored.push({ outgoing, part: outcome.value, at: ports.clock.monotonic() })
      return done
    }
    let outcome: Outcome = done
    try {
      await send.attachments?.store(store)
    } finally {
      const attachments = await Promise.all(stored.map(storeAgainIfOld))
      setQueue(queue.get().filter((other) => other !== send))
      if (attachments.length > 0 || send.composition.text !== '')
        outcome = await submitParts(send, attachments, draft())
      if (outcome.isOk) send.attachments?.submitted()
    }
    return outcome
  }

  /** Stores a file under a new key if it has waited so long for the others that it may be removed as a leftover. */
  async function storeAgainIfOld({ outgoing, part, at }: StoredAttachment): Promise<AttachmentPart> {
    if (ports.clock.monotonic() - at < longestWait) return part
    const again = await media.storeAttachment(conversationId, outgoing)
    if (!again.isOk) return part
    await media.discardStored(part.attachment.fileKey)
    return again.value
  }

  const startSend = (send: SendGroup): Promise<Outcome> => {
    if (!send.attachments && queue.get().length === 0) return submitParts(send, [], emptyComposition)
    rememberQuote()
    setQueue([...queue.get(), send])
    return inTurn(() => submit(send))
  }

  return {
    queue,
    open(stored) {
      isComposing = false
      if (saver.isPending()) return text
      saver.start(stored)
      if (queue.get().length === 0) text = undefined
      return text
    },
    current,
    edit(next) {
      rememberQuote()
      text = next
      saver.schedule()
    },
    save: saver.flush,
    leave() {
      saver.flush()
      leftDrafts.announce()
    },
    setComposing(isOn) {
      if (isOn) rememberQuote()
      isComposing = isOn
      if (isOn) text ??= storedDraft()
    },
    restored,
    unsaved: () => (text === undefined || openSends > 0 || saver.isStored() ? undefined : draft()),
    quote(quote) {
      saver.flush()
      ownQuote = quote ?? undefined
      void log.dispatch({ type: 'SaveDraft', conversationId, ...draft(), quote })
    },
    send(send) {
      openSends += 1
      return startSend(send).finally(() => {
        openSends -= 1
      })
    },
  }
}
