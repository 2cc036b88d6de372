import type { Rejection } from '#domain/commands/command.ts'
import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { mediaOf, writeAttachment } from '#domain/message/message-body.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { Attachment } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { uploadFile } from '../api/files.ts'
import type { Caller } from '../http/caller.ts'
import type { LocalFiles } from '../storage/storage.ts'

export interface UploadParts {
  readonly caller: Caller
  readonly files: LocalFiles
}

/** What became of an upload, all its tries together. */
export type UploadOutcome =
  /** `body` is what the message now says. */
  | { readonly kind: 'uploaded'; readonly body: string }
  /** No answer, however often it was asked. */
  | { readonly kind: 'unreachable' }
  /** Only a limit: it goes on after `retryAfter` ms. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  /** The server's no, or a file that this device does not have any more; `text` is the server's own, else empty. */
  | {
      readonly kind: 'rejected'
      readonly code: number
      readonly text: string
      /** This device's own no, in words of ours. */
      readonly rejection?: Rejection
    }

/** How long to wait when a limit names no time, ms. */
const defaultRetryAfter = 1000

/**
 * Uploads the file of a message; network failures are repeated five times by the table of waits [MEDIA-31 MEDIA-32].
 * `onProgress` is told how much has left, 0 to 1. Never rejects.
 */
export async function uploadAttachment(
  { caller, files }: UploadParts,
  { attachment, clientId, conversationId, type }: UnsentMessage,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<UploadOutcome> {
  const file = attachment && (await files.read(attachment.fileKey).catch(() => undefined))
  if (!attachment || !file) return { kind: 'rejected', code: resultCode.notFound, text: '' }
  const upload = {
    file,
    conversation: conversationId,
    kind: attachmentKindOf(type),
    isCompressed: attachment.isCompressed,
    message: clientId,
  }
  const result = await uploadFile(caller, upload, { signal, onProgress })
  if (result.isOk) {
    const { address, size } = result.data
    return size !== undefined && size !== file.size ? unusable : namedBy(address, type, attachment)
  }
  const { kind, code, rejection, retryAfter } = result.failure
  if (kind === 'network' || kind === 'timed-out') return { kind: 'unreachable' }
  if (code === resultCode.limited) return { kind: 'limited', retryAfter: retryAfter ?? defaultRetryAfter }
  return { kind: 'rejected', code: code ?? resultCode.failed, text: rejection.text ?? '' }
}

/** An address that could not be read back later is as good as none [MEDIA-19], as is a file that arrived in part. */
function namedBy(address: string, type: MessageType, attachment: Attachment): UploadOutcome {
  const body = writeAttachment(type, address, attachment)
  return mediaOf({ type, body }) ? { kind: 'uploaded', body } : unusable
}

const unusable: UploadOutcome = { kind: 'rejected', code: resultCode.failed, text: '' }
