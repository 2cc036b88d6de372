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

export interface AttachmentUploadServices {
  readonly caller: Caller
  readonly files: LocalFiles
}

/** The result of an upload after all its attempts. */
export type UploadOutcome =
  /** `body` is the new body of the message. */
  | { readonly kind: 'uploaded'; readonly body: string }
  /** No response after all retries. */
  | { readonly kind: 'unreachable' }
  /** Rate limited for a short time. Continues after `retryAfter` ms. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  /** Rejected by the server, or the file is missing on this device; `text` is the server's, otherwise empty. */
  | {
      readonly kind: 'rejected'
      readonly code: number
      readonly text: string
      /** A rejection by this device. */
      readonly rejection?: Rejection
    }

/** The wait if a rate limit names no time, ms. */
const defaultRetryAfter = 1000
/** A message whose upload must wait longer fails, so that the user sees why and decides about a retry, ms. */
const longestWait = 60_000

/**
 * Uploads the file of a message. Retries network failures five times [MEDIA-31 MEDIA-32]. `onProgress` gets the sent
 * fraction, 0 to 1. Never rejects.
 */
export async function uploadAttachment(
  { caller, files }: AttachmentUploadServices,
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
  const wait = retryAfter ?? defaultRetryAfter
  if (code === resultCode.limited && wait <= longestWait) return { kind: 'limited', retryAfter: wait }
  return { kind: 'rejected', code: code ?? resultCode.failed, text: rejection.text ?? '' }
}

/** An address that cannot be parsed is as bad as none [MEDIA-19], and so is a partial upload. */
function namedBy(address: string, type: MessageType, attachment: Attachment): UploadOutcome {
  const body = writeAttachment(type, address, attachment)
  return mediaOf({ type, body }) ? { kind: 'uploaded', body } : unusable
}

const unusable: UploadOutcome = { kind: 'rejected', code: resultCode.failed, text: '' }
