import type { ClientId, ConversationId } from '#schemas/ids.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import * as calls from '#schemas/wire/calls/files.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import type { UploadFile } from '../upload-file.ts'

interface Upload {
  readonly file: UploadFile
  /** The conversation whose members may read the file; absent for a private file. */
  readonly conversation?: ConversationId
  /** The kind of the file; by default detected from its bytes. */
  readonly kind?: 'image' | 'video' | 'audio' | 'file' | undefined
  readonly isCompressed?: boolean | undefined
  /** Idempotency key: a repeated upload for this message is answered with the first address (DEC-167). */
  readonly message?: ClientId
}

export interface StoredFile {
  readonly address: string
  /** Size in bytes by the server; undefined if it gives none. */
  readonly size: number | undefined
}

/** Stores a file [MEDIA-30 HTTP-20]. */
export const uploadFile = async (
  caller: Caller,
  { file, conversation, kind, isCompressed, message }: Upload,
  options?: CallOptions,
): Promise<CallResult<StoredFile>> =>
  mapResult(
    await caller.call(
      calls.uploadFile,
      {
        ...(conversation ? toPlace(conversation) : {}),
        ...(kind ? { Type: kind } : {}),
        ...(isCompressed ? { Compress: '1' as const } : {}),
        ...(message ? { ClientMsgId: message } : {}),
      },
      { ...options, file },
    ),
    ({ FileUrl, Item }) => ({ address: FileUrl, size: Item?.size }),
  )

/** Grants this browser temporary access to the account's message files by a cookie (DEC-114). */
export const requestFileCookie = (caller: Caller): Promise<CallResult<unknown>> =>
  caller.call(calls.openFiles, {})
