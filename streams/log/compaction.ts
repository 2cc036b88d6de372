import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { survivesCompaction } from '#domain/conversation/survives-compaction.ts'
import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Random } from '../ports.ts'
import type { AccountStorage, StoredSegment } from '../storage/storage.ts'
import {
  type AdvanceLimits,
  type AdvancingSnapshot,
  foldNext,
  lastSegmentInEveryModel,
  readLogSnapshot,
  storeSnapshot,
} from './base-advance.ts'
import { indexCheckpoint, type LogRewriting, parseSegment, rewriteLog } from './log-rewriter.ts'
import { isBeforeRemoval, isSnapshotEvent } from './log-snapshot.ts'
import type { FoldedSegment } from './log-tail.ts'
import { createStepReader, type StepReader } from './step-reader.ts'
import { prunedTextRows, textIndex } from './text-index.ts'

interface CompactionOptions {
  readonly self: UserId
  readonly storage: AccountStorage
  readonly random: Random
  /** As they are now. */
  conversations(): ConversationsState
  /** Runs between the other writes of this tab; rejects when this tab may write no more. */
  takeTurn<Value>(step: () => Promise<Value>): Promise<Value>
}

/** Messages that stay of neighbouring segments are joined up to this many. */
const joinedEvents = 200

/**
 * Folds what is recorded before a time into the base, and takes out of the log what the base makes superfluous [STORE-07]:
 *
 *   1 … 40 41 … 90 91 … head        1 … 40: messages alone, as before
 *        └base     └ younger   ──►  41 … 90: messages alone, joined; the base moves to 90
 *
 * The base is stored first, in one transaction that refuses when anybody has changed the log meanwhile. After that each
 * step only removes what folding the log does not need: a crash between any two leaves a log that says the same.
 * Rejects with LogChanged when somebody else changed the log; then nothing is lost, and it may be tried again.
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
  const baseAt = advancing.last?.segment ?? advancing.storedAt
  if (baseAt > 0) await sweep(options, advancing, baseAt)
}

/** Goes through all segments up to the base and leaves only messages that are still held. */
async function sweep(options: CompactionOptions, { base }: AdvancingSnapshot, baseAt: number): Promise<void> {
  const { storage, takeTurn } = options
  const left = new Set<number>()
  const stays = (event: LogEvent, segment: number): boolean =>
    event.type === 'MessageReceived'
      ? !isBeforeRemoval(base, event) &&
        survivesCompaction(event, base.conversations, options.conversations())
      : segment === baseAt && isSnapshotEvent(event)
  const reading = { storage, self: options.self, read: createStepReader(storage) }
  for (let at: number | undefined = 0; at !== undefined; ) {
    const after: number = at
    at = await takeTurn(() => sweepNext(reading, after, baseAt, stays, left))
  }
  await takeTurn(() => pruneIndex(storage, (segment) => segment <= baseAt && !left.has(segment)))
}

/** One step of the sweep; returns where the next one starts, undefined at the end. */
async function sweepNext(
  { storage, self, read }: LogRewriting & { readonly read: StepReader },
  after: number,
  baseAt: number,
  stays: (event: LogEvent, segment: number) => boolean,
  left: Set<number>,
): Promise<number | undefined> {
  const epoch = await storage.epoch()
  const stored = (await read(after)).filter(({ segment }) => segment <= baseAt)
  const last = stored.at(-1)?.segment
  if (last === undefined) return undefined
  const kept = stored.map(parseSegment).map(({ segment, events }) => ({
    segment,
    events: events.filter((event) => stays(event, segment)),
  }))
  const joined = joinSegments(kept, baseAt)
  for (const { segment } of joined) left.add(segment)
  const changed = joined.filter(({ segment, events }) => !isAsStored(stored, segment, events.length, kept))
  const removed = stored.map(({ segment }) => segment).filter((segment) => !left.has(segment))
  if (changed.length > 0 || removed.length > 0)
    await rewriteLog({ storage, self }, epoch, { segments: changed, removed, added: joinedTo(changed, kept) })
  return last
}

/** Of each segment the events that came to it from its neighbours. */
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

/** Whether a segment is stored already as it is to be: nothing was joined to it and nothing taken out. */
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

/** Neighbours in one segment, the last one of them; empty ones are left out. The base stands alone. */
function joinSegments(segments: readonly FoldedSegment[], baseAt: number): readonly FoldedSegment[] {
  const joined: FoldedSegment[] = []
  for (const { segment, events } of segments) {
    if (events.length === 0) continue
    const known = joined.at(-1)
    const fits = known !== undefined && known.events.length + events.length <= joinedEvents
    if (fits && segment !== baseAt) joined.splice(-1, 1, { segment, events: [...known.events, ...events] })
    else joined.push({ segment, events })
  }
  return joined
}

/** Takes entries out of the index behind which there is nothing any more; what it is refused is done the next time. */
async function pruneIndex(storage: AccountStorage, isGone: (segment: number) => boolean): Promise<void> {
  const epoch = await storage.epoch()
  const checkpoint = await indexCheckpoint(storage)
  const rows = await prunedTextRows(storage, isGone)
  const { name: model } = textIndex
  if (rows.length > 0) await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild: false })
}
