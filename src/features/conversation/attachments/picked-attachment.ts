import type { AccountClient } from '#client/client.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { createWritable, type Writable } from '#streams/readable.ts'
import type { PreparedFile } from './prepare-files.ts'

/** An attachment chosen and not sent yet. */
export interface PickedAttachment {
  readonly id: number
  readonly name: string
  readonly kind: AttachmentKind
  /** Bytes, as picked. */
  readonly size: number
  /** An address under which this page can show it. */
  readonly preview: string
  /** How much of making it smaller is done, 0 to 1. */
  readonly progress: number
  /** Undefined while it is being made ready. */
  readonly outgoing: OutgoingAttachment | undefined
}

/** What is picked for one conversation; it outlives the screen, which a narrower window or another conversation replaces. */
export interface Picks {
  readonly all: Writable<readonly PickedAttachment[]>
  /** What makes each one ready, by its id. */
  readonly works: Map<number, PreparedFile>
  /** While files that were just chosen are looked at. */
  looking: Promise<void> | undefined
}

const picksOfAccounts = new WeakMap<AccountClient, Map<ConversationId, Picks>>()

/** The picks of a conversation, the same ones for as long as the account is signed in on this page. */
export function picksOf(account: AccountClient, id: ConversationId): Picks {
  const known = picksOfAccounts.get(account) ?? new Map<ConversationId, Picks>()
  picksOfAccounts.set(account, known)
  const picks = known.get(id) ?? { all: createWritable([]), works: new Map(), looking: undefined }
  known.set(id, picks)
  return picks
}

/** Changes what is known of one. */
export const updatePick = ({ all }: Picks, id: number, part: Partial<PickedAttachment>): void =>
  all.set(all.get().map((one) => (one.id === id ? { ...one, ...part } : one)))

/** Lets one go, with all that is being done for it. */
export function dropPick({ all, works }: Picks, id: number): void {
  for (const { preview } of all.get().filter((one) => one.id === id)) URL.revokeObjectURL(preview)
  works.get(id)?.cancel()
  works.delete(id)
  all.set(all.get().filter((one) => one.id !== id))
}
