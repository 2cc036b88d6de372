/** Why a message need not be on the server exactly once. Each ends with its cause. */
export const messageTolerances = {
  'no outcome': 'The tab ended before the message was stored or rejected.',
  discarded: 'The writer discarded it while it was unsent.',
  'left the group':
    'It was unsent when its writer left the group or lost the conversation, or was written before the return.',
  'signed out': 'It was unsent at a sign-out, or was written before the next sign-in.',
  'outbox not preserved': 'It was unsent when its device reported that it could not preserve the outbox.',
  'lost with its tab': 'Only the memory of a tab had it, because the storage failed, and that tab ended.',
  'rejected for good': 'A block or the end of a friendship was between its writer and the other person.',
  'waits for Retry': 'The server rejected it with a reason, and it waits where it was written.',
} as const satisfies Readonly<Record<string, string>>
export type MessageTolerance = keyof typeof messageTolerances

/** Where a client may differ from the server or from the order of writing. */
export const otherTolerances = {
  'read marker not answered': 'A sign-out or a lost tab came before the server answered the read call.',
  'draft or local command lost': 'Its device signed out, left the group or lost it with a tab afterwards.',
  'overtaken by later sends during its upload': 'Only sends with files, and not by parts of their own send.',
  'overtaken by later sends after 4 s without a response': 'A stale message lets others pass.',
  'overtaken by another tab while the storage failed':
    "Tabs learn of each other's messages from the storage.",
  'unread count between bounds': 'Messages arrived while a local command was carried out.',
  'mark as unread uncertain': 'A reading, an opening or a message came at about the same time.',
  'hidden uncertain': 'A message arrived while the conversation was being hidden.',
  'presence lost by the database': 'The next friend list after its time limit repairs it.',
  'own mention of a former member': 'The server omits it; the device of the writer does not learn that.',
  "quote gone on its writer's device":
    'The quoted message was cleared, deleted or lost there before the server had the message.',
  'stickers changed unseen':
    'Another device changed them, or the outcome of a change did not reach the tabs of its device.',
  'draft from before the end of a membership':
    'The server has deleted it with the membership or friendship, and the devices keep what they have.',
  'position uncertain': 'The conversation has unsent messages, or was emptied by clearing.',
} as const satisfies Readonly<Record<string, string>>
export type OtherTolerance = keyof typeof otherTolerances

export type Tolerance = MessageTolerance | OtherTolerance

/** Messages that people sent with simulated clients, and those of them that the server must have exactly once. */
export interface MessageCounts {
  readonly sent: number
  readonly owed: number
}

/** The tolerated differences of one world, counted. */
export class ToleranceCounts {
  private readonly used = new Map<Tolerance, number>()
  readonly messages = { sent: 0, owed: 0 }

  use(kind: Tolerance, count = 1): void {
    if (count > 0) this.used.set(kind, (this.used.get(kind) ?? 0) + count)
  }

  counts(): Readonly<Partial<Record<Tolerance, number>>> {
    return Object.fromEntries(this.used)
  }
}

/** The lowest share of sent messages that must be owed over a run. */
export const leastOwedShare = 0.9

/** The share of sent messages that are owed over several worlds. */
export function owedShare(worlds: readonly MessageCounts[]): number {
  const sum = (of: keyof MessageCounts) => worlds.reduce((total, counts) => total + counts[of], 0)
  return sum('owed') / sum('sent')
}
