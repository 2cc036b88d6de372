import type { AttachmentPart, Command, Outcome } from '#domain/commands/command.ts'
import { areSameMentions } from '#domain/conversation/draft.ts'
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
import { memoizeByKey } from '#streams/lookups/lookup-cache.ts'
import type { Ports, TimerHandle } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
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
  /**
   * Set to the whole text when the words of a message that the server rejected for good were added to it, perhaps by
   * another tab [LIFE-15].
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

/** A change is saved at most this long after it was made, ms. */
export const longestDraftDelay = 400

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
  readonly media: AttachmentStore
  dispatch(command: Command): Promise<Outcome>
}

/** The composers of all conversations. */
export interface Composers {
  /** Returns the composer of a conversation; always the same one. */
  of(conversation: ConversationId): Composer
  /** Returns the number of messages in sends that are not in the log yet, because their files are being prepared. */
  pendingCount(): number
}

export function createComposers(services: ComposerServices): Composers {
  const composers: Composer[] = []
  return {
    of: memoizeByKey((id) => {
      const composer = createComposer(services, id)
      composers.push(composer)
      return composer
    }),
    pendingCount: () => composers.reduce((sum, { queue }) => sum + countMessages(queue.get()), 0),
  }
}

/** The number of messages of these sends in one conversation, which may share files. */
function countMessages(sends: readonly SendGroup[]): number {
  const files = new Set(sends.flatMap(({ attachments }) => attachments?.pendingFiles() ?? []))
  return files.size + sends.filter(({ composition }) => composition.text !== '').length
}

const isSending = ({ type }: Command): boolean => type.startsWith('Send') || type === 'RetryMessage'

/**
 * Returns a function that decides a command and stores its events. While the device is offline, a notice says that a
 * message waits: the outbox sends it after the next login [LIFE-16] (DEC-107).
 */
export const createDispatch =
  ({ log, notify, ports }: AccountCore) =>
  (command: Command): Promise<Outcome> => {
    if (isSending(command) && !ports.visibility.isOnline())
      notify({ kind: 'warning', key: 'connection.disconnected' })
    return log.dispatch(command)
  }

const isSame = (left: Composition, right: Composition): boolean =>
  left.text === right.text && areSameMentions(left.mentions, right.mentions)

function createComposer(services: ComposerServices, conversationId: ConversationId): Composer {
  const { dispatch, log, media, ports, keepUndeliverable } = services
  const queue = createWritable<readonly SendGroup[]>([])
  /** Undefined until the first change: then the text is the stored draft. */
  let text: Composition | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let openSends = 0

  const storedDraft = (): Composition => {
    const summary = log.conversations.get().find(({ id }) => id === conversationId)
    return readComposition(summary?.draft ?? '', summary?.draftMentions)
  }
  const current = () => text ?? storedDraft()
  /** The draft to save: the texts of all queued sends, then the current text. */
  const draft = (): Composition =>
    [...queue.get().map(({ composition }) => composition), current()].reduce(joinCompositions)

  const saver = createDraftSaver(
    () => (text === undefined ? undefined : draft()),
    (composition) => log.dispatch({ type: 'SaveDraft', conversationId, ...composition }),
    ports.clock,
  )
  const restored = createWritable<Composition | undefined>(undefined)
  const restore = ({ stream, type, data }: LogEvent) => {
    if (type !== 'DraftSaved' || stream !== conversationId || data.returned === undefined) return
    // Without a text of its own the composer shows the stored draft.
    if (text === undefined) return
    text = joinCompositions(text, plainComposition(data.returned))
    saver.schedule()
    restored.set(text)
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
    setQueue([...queue.get(), send])
    const submitted = turn.then(() => submit(send))
    turn = submitted.catch(() => undefined)
    return submitted
  }

  return {
    queue,
    open(stored) {
      if (saver.isPending()) return text
      saver.start(stored)
      if (queue.get().length === 0) text = undefined
      return text
    },
    current,
    edit(next) {
      text = next
      saver.schedule()
    },
    save: saver.flush,
    restored,
    unsaved: () => (text === undefined || openSends > 0 || saver.isStored() ? undefined : draft()),
    quote(quote) {
      saver.flush()
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

/** Saves a draft during typing without a write per key: the first change after a save starts the delay. */
function createDraftSaver(
  current: () => Composition | undefined,
  save: (draft: Composition) => Promise<unknown>,
  clock: Pick<Ports['clock'], 'setTimeout' | 'clearTimeout'>,
) {
  let saved: Composition | undefined
  let timer: TimerHandle | undefined
  let openSaves = 0

  const flush = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    const draft = current()
    if (draft === undefined || (saved !== undefined && isSame(draft, saved))) return
    saved = draft
    openSaves += 1
    void save(draft).finally(() => {
      openSaves -= 1
    })
  }
  return {
    start(stored: Composition) {
      saved = stored
    },
    isPending: () => timer !== undefined,
    /** False from a change until the draft is stored. */
    isStored: () => timer === undefined && openSaves === 0,
    /** Saves within `longestDraftDelay`. */
    schedule() {
      timer ??= clock.setTimeout(flush, longestDraftDelay)
    },
    /** Saves now, unless the draft is as it was saved last. */
    flush,
  }
}
