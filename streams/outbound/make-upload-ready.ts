import type { Outcome } from '#domain/commands/command.ts'
import { refusedBecause, succeeded } from '#domain/http/refusal.ts'
import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { checkFileSize } from '#domain/message/decide-attachment.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { Attachment } from '#schemas/log/message.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountLog } from '../log/account-log.ts'
import { randomId } from '../log/random-id.ts'
import type { Clock, MadeFile, MediaPort, Random, UploadFile } from '../ports.ts'

export interface PreparationParts {
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly clock: Clock
  readonly random: Random
  /** Without it, files go out as they were picked. */
  readonly media?: MediaPort | undefined
}

interface PreparationOptions {
  readonly signal: AbortSignal
  onProgress(fraction: number): void
}

const unreadable = refusedBecause({ key: 'upload.failed' })

/**
 * Makes the file of a message ready to be uploaded, unless it is, and writes that down before a byte leaves: whoever uploads it
 * again then uploads the same bytes (DEC-167). Returns the message as it is to be uploaded; refuses a file that is too large
 * however small it was made, and one that cannot be read or kept. Rejects with the signal's reason once that aborts.
 */
export async function makeUploadReady(
  parts: PreparationParts,
  message: UnsentMessage,
  options: PreparationOptions,
): Promise<Outcome<UnsentMessage>> {
  const { attachment } = message
  if (!attachment?.preparation) return succeeded(message)
  const picked = await parts.log.files.read(attachment.fileKey).catch(() => undefined)
  if (!picked) return unreadable
  const made = await makeSmaller(parts.media, picked, message, { ...options, ...attachment.preparation })
  options.signal.throwIfAborted()
  if (!made.isOk) return made
  try {
    return succeeded(await writeDown(parts, message, attachment, made.value, picked))
  } catch {
    return unreadable
  }
}

function makeSmaller(
  media: MediaPort | undefined,
  file: UploadFile,
  { type }: UnsentMessage,
  options: PreparationOptions & { readonly limit: number },
): Promise<Outcome<MadeFile>> {
  const kind = attachmentKindOf(type) ?? 'file'
  if (media) return media.makeSmaller(file, kind, options)
  const checked = checkFileSize(file.size, options.limit)
  return Promise.resolve(checked.isOk ? succeeded({ file }) : checked)
}

/** Keeps what was made beside what was picked, which goes once the log names the other one. */
async function writeDown(
  { log, serverTime, clock, random }: PreparationParts,
  message: UnsentMessage,
  before: Attachment,
  { file, ...figures }: MadeFile,
  picked: UploadFile,
): Promise<UnsentMessage> {
  const { clientId, conversationId: stream } = message
  const isSame = file.content === picked.content
  const fileKey = isSame ? before.fileKey : randomId(random)
  if (!isSame) await log.files.put(fileKey, file, clock.now())
  const { preparation: _, ...known } = before
  const facts = { fileKey, name: file.name, contentType: file.type, size: file.size }
  // How long a recording is, is known best by what recorded it.
  const seconds = known.seconds ?? figures.seconds
  const attachment: Attachment = { ...known, ...facts, ...figures, ...(seconds ? { seconds } : {}) }
  const data = { clientId, attachment }
  const common = { stream, occurredAt: serverTime.now(), origin: 'local' } as const
  await log.append([{ ...common, type: 'MessagePrepared', data }])
  // Another tab may have been first, and the first one counts.
  return log.outbox.get().messages.find((one) => one.clientId === clientId) ?? { ...message, attachment }
}
