import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { AccountStorage, SegmentRewrite, StoredCheckpoint, StoredSegment } from '../storage/storage.ts'
import type { FoldedSegment } from './step-reader.ts'
import { indexSegments, textIndex, textRows } from './text-index.ts'

/** Another tab has changed the log or writes its read models. The computed result is outdated. */
export class LogChanged extends Error {
  override readonly name = 'LogChanged'
}

/** The log to rewrite. */
export interface LogRewriting {
  readonly storage: AccountStorage
  readonly self: UserId
}

/**
 * Replaces and removes segments that were read in `epoch`. Indexes the `added` text first, so that a crash in between
 * makes a later erasure read too many segments, never too few. Returns the new epoch.
 * @throws LogChanged
 */
export async function rewriteLog(
  { storage, self }: LogRewriting,
  epoch: number,
  rewrite: {
    readonly segments: readonly FoldedSegment[]
    /** The events that the segments did not have before. */
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

/** Returns the checkpoint of the text index. @throws LogChanged if there is none of this version */
export async function indexCheckpoint(storage: AccountStorage): Promise<StoredCheckpoint> {
  const checkpoint = await storage.checkpoint(textIndex.name)
  if (checkpoint?.version !== textIndex.version) throw new LogChanged()
  return checkpoint
}

/** A stored segment read for a rewrite. */
export interface ParsedSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
  /** Whether it has an event of a newer version of the app, which must fold it. */
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
