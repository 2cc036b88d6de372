import type { AccountClient } from '#client/client.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { createWritable, type Writable } from '#streams/readable.ts'
import type { PreparedFile } from './prepare-files.ts'

/** An attachment that the user chose and has not sent. */
export interface PickedAttachment {
  readonly id: number
  readonly name: string
  readonly kind: AttachmentKind
  /** Bytes, as picked. */
  readonly size: number
  /** An object URL of the file. */
  readonly preview: string
  /** The progress of transcoding, 0 to 1. */
  readonly progress: number
  /** Undefined while the file is being prepared. */
  readonly outgoing: OutgoingAttachment | undefined
}

/**
 * The attachments picked in one conversation. They outlive the screen, which a narrower window or another conversation
 * unmounts.
 */
export interface Picks {
  readonly all: Writable<readonly PickedAttachment[]>
  /** The preparation of each attachment, by its id. */
  readonly works: Map<number, PreparedFile>
  /** Pending while newly chosen files are being inspected. */
  looking: Promise<void> | undefined
}

const picksOfAccounts = new WeakMap<AccountClient, Map<ConversationId, Picks>>()

/** Returns the picks of a conversation: the same object while the account is signed in on this page. */
export function picksOf(account: AccountClient, id: ConversationId): Picks {
  const known = picksOfAccounts.get(account) ?? new Map<ConversationId, Picks>()
  picksOfAccounts.set(account, known)
  const picks = known.get(id) ?? { all: createWritable([]), works: new Map(), looking: undefined }
  known.set(id, picks)
  return picks
}

/** Updates one attachment. */
export const updatePick = ({ all }: Picks, id: number, part: Partial<PickedAttachment>): void =>
  all.set(all.get().map((one) => (one.id === id ? { ...one, ...part } : one)))

/** Removes an attachment, cancels its preparation and revokes its preview URL. */
export function dropPick({ all, works }: Picks, id: number): void {
  for (const { preview } of all.get().filter((one) => one.id === id)) URL.revokeObjectURL(preview)
  works.get(id)?.cancel()
  works.delete(id)
  all.set(all.get().filter((one) => one.id !== id))
}
