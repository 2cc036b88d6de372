import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { survivesCompaction } from '#domain/retention/compaction-rules.ts'
import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Random } from '../ports.ts'
import type { AccountStorage, StoredSegment } from '../storage/storage.ts'
import { indexCheckpoint, type LogRewriting, parseSegment, rewriteLog } from './log-rewriter.ts'
import { isBeforeRemoval, isSnapshotEvent } from './log-snapshot.ts'
import {
  type AdvanceLimits,
  type AdvancingSnapshot,
  foldNext,
  lastSegmentInEveryModel,
  readLogSnapshot,
  storeSnapshot,
} from './snapshot-folding.ts'
import { createStepReader, type FoldedSegment, type StepReader } from './step-reader.ts'
import { prunedTextRows, textIndex } from './text-index.ts'

interface CompactionOptions {
  readonly self: UserId
  readonly storage: AccountStorage
  readonly random: Random
  /** The current state. */
  conversations(): ConversationsState
  /** Runs between the other writes of this tab; rejects when this tab is not the leader any more. */
  takeTurn<Value>(step: () => Promise<Value>): Promise<Value>
}

/** Remaining messages of neighbouring segments are joined into one segment of at most this many events. */
const joinedEvents = 200

/**
 * Folds events that were recorded before a time into the log snapshot, and removes events that the snapshot replaces
 * [STORE-07]:
 *
 *   1 … 40 41 … 90 91 … head        1 … 40: only messages, as before
 *        │       └ newer     ──►    41 … 90: only messages, joined; the snapshot moves to 90
 *        └ snapshot
 *
 * Stores the snapshot first, in one transaction that fails if another tab changed the log meanwhile. Each later step
 * only removes events that folding the log does not need. After a crash between two steps, the log folds to the same
 * state. Rejects with LogChanged when another tab changed the log. Nothing is lost then; the caller may retry.
 */
export async function compactLog(options: CompactionOptions, recordedBefore: number): Promise<void> {
  const { storage, self, random, takeTurn } = options
  const limits: AdvanceLimits = {
    recordedBefore,
    upTo: await takeTurn(() => lastSegmentInEveryModel(storage, self)),
  }
  const reading = { storage, read: createStepReader(storage) }
  let advancing = await takeTurn(() => readLogSnapshot(storage, self))
  for (;;) {
    const from = advancing
    const next = await takeTurn(() => foldNext(reading, from, limits))
    if (!next) break
    advancing = next
  }
  if (advancing.last) await takeTurn(() => storeSnapshot(storage, advancing, random))
  const snapshotAt = advancing.last?.segment ?? advancing.storedAt
  if (snapshotAt > 0) await sweep(options, advancing, snapshotAt)
}

/** Removes everything up to the snapshot except messages that this device still has. */
async function sweep(
  options: CompactionOptions,
  { snapshot }: AdvancingSnapshot,
  snapshotAt: number,
): Promise<void> {
  const { storage, takeTurn } = options
  const left = new Set<number>()
  const stays = (event: LogEvent, segment: number): boolean =>
    event.type === 'MessageReceived' || event.type === 'MessageReacted'
      ? !isBeforeRemoval(snapshot, event) &&
        survivesCompaction(event, snapshot.conversations, options.conversations())
      : segment === snapshotAt && isSnapshotEvent(event)
  const reading = { storage, self: options.self, read: createStepReader(storage) }
  for (let at: number | undefined = 0; at !== undefined; ) {
    const after: number = at
    at = await takeTurn(() => sweepNext(reading, after, snapshotAt, stays, left))
  }
  await takeTurn(() => pruneIndex(storage, (segment) => segment <= snapshotAt && !left.has(segment)))
}

/** One step of the sweep; returns the segment after which the next step starts, undefined at the end. */
async function sweepNext(
  { storage, self, read }: LogRewriting & { readonly read: StepReader },
  after: number,
  snapshotAt: number,
  stays: (event: LogEvent, segment: number) => boolean,
  left: Set<number>,
): Promise<number | undefined> {
  const epoch = await storage.epoch()
  const stored = (await read(after)).filter(({ segment }) => segment <= snapshotAt)
  const last = stored.at(-1)?.segment
  if (last === undefined) return undefined
  const kept = stored.map(parseSegment).map(({ segment, events }) => ({
    segment,
    events: events.filter((event) => stays(event, segment)),
  }))
  const joined = joinSegments(kept, snapshotAt)
  for (const { segment } of joined) left.add(segment)
  const changed = joined.filter(({ segment, events }) => !isAsStored(stored, segment, events.length, kept))
  const removed = stored.map(({ segment }) => segment).filter((segment) => !left.has(segment))
  if (changed.length > 0 || removed.length > 0)
    await rewriteLog({ storage, self }, epoch, { segments: changed, removed, added: joinedTo(changed, kept) })
  return last
}

/** For each segment, the events that were joined to it from its neighbours. */
function joinedTo(
  segments: readonly FoldedSegment[],
  before: readonly FoldedSegment[],
): readonly FoldedSegment[] {
  const own = new Map(before.map(({ segment, events }) => [segment, new Set(events)]))
  return segments
    .map(({ segment, events }) => ({
      segment,
      events: events.filter((event) => !own.get(segment)?.has(event)),
    }))
    .filter(({ events }) => events.length > 0)
}

/** Whether the stored segment needs no change: no event was joined to it and none removed. */
function isAsStored(
  stored: readonly StoredSegment[],
  segment: number,
  count: number,
  kept: readonly FoldedSegment[],
): boolean {
  const [before, own] = [stored, kept].map(
    (list) => list.find((one) => one.segment === segment)?.events.length,
  )
  return before === count && own === count
}

/**
 * Joins neighbouring segments into the last one of them. Drops empty segments; joins nothing to the snapshot's segment.
 */
function joinSegments(segments: readonly FoldedSegment[], snapshotAt: number): readonly FoldedSegment[] {
  const joined: FoldedSegment[] = []
  for (const { segment, events } of segments) {
    if (events.length === 0) continue
    const known = joined.at(-1)
    const fits = known !== undefined && known.events.length + events.length <= joinedEvents
    if (fits && segment !== snapshotAt)
      joined.splice(-1, 1, { segment, events: [...known.events, ...events] })
    else joined.push({ segment, events })
  }
  return joined
}

/** Removes index entries of segments without text. If the write is rejected, the next compaction removes them. */
async function pruneIndex(storage: AccountStorage, isPruned: (segment: number) => boolean): Promise<void> {
  const epoch = await storage.epoch()
  const checkpoint = await indexCheckpoint(storage)
  const rows = await prunedTextRows(storage, isPruned)
  const { name: model } = textIndex
  if (rows.length > 0) await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild: false })
}
