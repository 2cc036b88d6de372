import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { AccountStorage, SegmentRewrite, StoredCheckpoint, StoredSegment } from '../storage/storage.ts'
import type { FoldedSegment } from './step-reader.ts'
import { indexSegments, textIndex, textRows } from './text-index.ts'

/** Somebody else has changed the log, or writes its read models: what was computed does not hold any more. */
export class LogChanged extends Error {
  override readonly name = 'LogChanged'
}

/** Whose log is rewritten. */
export interface LogRewriting {
  readonly storage: AccountStorage
  readonly self: UserId
}

/**
 * Replaces and removes segments, read in `epoch`. Where `added` text then stands is written before, so that a crash
 * between the two leaves an erasure too much to look through, never too little. Returns the new epoch; throws
 * LogChanged.
 */
export async function rewriteLog(
  { storage, self }: LogRewriting,
  epoch: number,
  rewrite: {
    readonly segments: readonly FoldedSegment[]
    /** Of these segments the events that were not there before. */
    readonly added: readonly FoldedSegment[]
    readonly removed?: readonly number[]
    readonly checkpoint?: NonNullable<SegmentRewrite['checkpoint']>
  },
): Promise<number> {
  const { added, ...change } = rewrite
  await indexAdded({ storage, self }, epoch, added)
  if (!(await storage.rewriteSegments({ ...change, epoch }))) throw new LogChanged()
  return epoch + 1
}

async function indexAdded(
  { storage, self }: LogRewriting,
  epoch: number,
  added: readonly FoldedSegment[],
): Promise<void> {
  const { name: model } = textIndex
  const checkpoint = await indexCheckpoint(storage)
  const rows = await textRows(storage, indexSegments(self, added), false)
  if (rows.length === 0) return
  if (!(await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild: false })))
    throw new LogChanged()
}

/** How far the index of text has come; throws LogChanged when there is none of this version. */
export async function indexCheckpoint(storage: AccountStorage): Promise<StoredCheckpoint> {
  const checkpoint = await storage.checkpoint(textIndex.name)
  if (checkpoint?.version !== textIndex.version) throw new LogChanged()
  return checkpoint
}

/** A stored segment read for a rewrite. */
export interface ParsedSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
  /** It holds an event of a later version of the program, which that version has to fold. */
  readonly hasUnknown: boolean
}

export function parseSegment({ segment, events: stored }: StoredSegment): ParsedSegment {
  const parsed = stored.map(parseLogEvent)
  return {
    segment,
    events: parsed.flatMap((result) => (result.kind === 'event' ? [result.event] : [])),
    hasUnknown: parsed.some(({ kind }) => kind === 'unknown'),
  }
}
