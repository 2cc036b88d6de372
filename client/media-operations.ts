import type { Outcome } from '#domain/commands/command.ts'
import { refusedBecause } from '#domain/http/refusal.ts'
import { longestRecording } from '#domain/limits/configured-limits.ts'
import {
  checkFileSize,
  type UploadLimitSettings,
  type UploadLimits,
  unknownLimits,
  uploadLimitsOf,
} from '#domain/media/upload-limits.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { toSizeLimits } from '#schemas/translate/size-limits.ts'
import { openFiles } from '#schemas/wire/calls/files.ts'
import { getSystemSetting } from '#schemas/wire/calls/settings.ts'
import { withDeadline } from '#streams/clock/timing.ts'
import { randomId } from '#streams/log/random-id.ts'
import type { MediaOperations, OutgoingAttachment } from './client.ts'

/** After this the pass to message files is asked for anew, well before it runs out, ms. */
const passRenewal = 12 * 60 * 60_000
/** How long the server's settings count as fresh [USER-10], ms. */
const settingsLife = 60 * 60_000
/** And how long a pick waits for them the first time, ms. */
const settingsPatience = 3000

/** Files of messages as screens use them. */
export function createMediaOperations(core: AccountCore): MediaOperations {
  const { caller, log, ports } = core
  let pass: { readonly isOpen: Promise<boolean>; readonly askedAt: number } | undefined
  let known: UploadLimitSettings | undefined
  let longest = longestRecording(undefined)
  let asking: { readonly answer: Promise<void>; readonly askedAt: number } | undefined

  async function ask(): Promise<boolean> {
    const { isOk } = await caller.call(openFiles, {})
    if (!isOk) pass = undefined
    return isOk
  }

  const friendIn = (id: ConversationId | undefined) => {
    const peerId = log.conversations.get().find((one) => one.id === id)?.peerId
    return log.friends.get().find(({ userId }) => userId === peerId)
  }
  const limitsNow = (id: ConversationId | undefined) =>
    uploadLimitsOf(known ?? unknownLimits, log.profile.get()?.type ?? 1, friendIn(id)?.accountType)

  async function askForLimits(): Promise<void> {
    const ask = (signal: AbortSignal) => caller.call(getSystemSetting, {}, { retries: 0, signal })
    // What takes too long counts as unanswered: the next pick asks again.
    const result = await withDeadline(ports.clock, settingsPatience, ask).catch(() => undefined)
    if (!result?.isOk) {
      asking = undefined
      return
    }
    known = toSizeLimits(result.data)
    longest = longestRecording(result.data.maxAudioDuration ?? undefined)
  }

  /** Whoever picks a file does not wait for a network that is not there, nor for figures that are only a little old. */
  async function uploadLimits(id?: ConversationId): Promise<UploadLimits> {
    const now = ports.clock.monotonic()
    if (!asking || now - asking.askedAt > settingsLife) asking = { answer: askForLimits(), askedAt: now }
    if (!known && ports.visibility.isOnline()) await asking.answer
    return limitsNow(id)
  }

  async function sendAttachment(
    conversationId: ConversationId,
    outgoing: OutgoingAttachment,
    quote: QuotedMessage | undefined,
  ): Promise<Outcome> {
    const { file, kind, ...figures } = outgoing
    const checked = checkFileSize(file.size, limitsNow(conversationId)[kind])
    // What is made smaller first is measured by its limit then.
    if (!checked.isOk && (figures.preparation === undefined || file.size === 0)) return checked
    const fileKey = randomId(ports.random)
    try {
      await log.files.put(fileKey, file, ports.clock.now())
    } catch (cause) {
      ports.report.fault({ kind: 'local file', detail: 'could not be stored', cause })
      return refusedBecause({ key: 'errors.storage-failed' })
    }
    const attachment = { fileKey, name: file.name, contentType: file.type, size: file.size, ...figures }
    const command = { type: 'SendAttachment', conversationId, kind, attachment } as const
    const outcome = await log.dispatch(quote ? { ...command, quote } : command)
    // A file whose message was refused is a leftover; should this fail, the next leader removes it.
    if (!outcome.isOk) await log.files.remove(fileKey).catch(() => undefined)
    return outcome
  }

  return {
    async sendAttachment(conversationId, outgoing, quote) {
      // Kept as pending all the same: it goes out by itself once there is a network [LIFE-16] (DEC-107).
      if (!ports.visibility.isOnline()) core.notify({ kind: 'warning', key: 'connection.disconnected' })
      return sendAttachment(conversationId, outgoing, quote)
    },
    uploadLimits,
    longestRecording: () => uploadLimits().then(() => longest),
    progress: core.uploadProgress,
    localFile: (fileKey) => log.files.read(fileKey).catch(() => undefined),
    openFiles(isAnew = false) {
      const now = ports.clock.monotonic()
      if (!pass || isAnew || now - pass.askedAt > passRenewal) pass = { isOpen: ask(), askedAt: now }
      return pass.isOpen
    },
  }
}
