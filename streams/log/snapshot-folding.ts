import { toReceivedEvent } from '#domain/retention/compaction-rules.ts'
import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Random } from '../ports.ts'
import {
  applicationsProjection,
  conversationsProjection,
  friendsProjection,
  profileProjection,
} from '../projections/account-projections.ts'
import { timelineModel } from '../projections/timeline-rows.ts'
import type { AccountStorage } from '../storage/storage.ts'
import { LogChanged, type ParsedSegment, parseSegment, rewriteLog } from './log-rewriter.ts'
import {
  foldIntoSnapshot,
  initialSnapshot,
  isSnapshotEvent,
  type LogSnapshot,
  snapshotEvents,
} from './log-snapshot.ts'
import { snapshotModel } from './log-tail.ts'
import type { FoldedSegment, StepReader } from './step-reader.ts'
import { textIndex } from './text-index.ts'

/** A snapshot that advances to a later segment. */
export interface AdvancingSnapshot {
  readonly snapshot: LogSnapshot
  /** The segment that stores it now; 0 if none does. */
  readonly storedAt: number
  /** The last segment folded into it. */
  readonly last: FoldedSegment | undefined
  /** The erasure epoch in which it was read. */
  readonly epoch: number
}

/**
 * Reads the stored snapshot, or starts an empty one.
 * @throws LogChanged when it was moved meanwhile.
 */
export async function readLogSnapshot(storage: AccountStorage, self: UserId): Promise<AdvancingSnapshot> {
  const epoch = await storage.epoch()
  const storedAt = (await storage.checkpoint(snapshotModel.name))?.segment ?? 0
  const snapshot = initialSnapshot(self)
  if (storedAt === 0) return { snapshot, storedAt, last: undefined, epoch }
  const [stored] = await storage.readSegmentsAt([storedAt])
  const events = stored ? parseSegment(stored).events.filter(isSnapshotEvent) : []
  if (events.length === 0) throw new LogChanged()
  for (const event of events) foldIntoSnapshot(snapshot, event)
  return { snapshot, storedAt, last: undefined, epoch }
}

/** Which segments may be folded into the snapshot. */
export interface AdvanceLimits {
  /** Exclusive, server ms. */
  readonly recordedBefore: number
  /** The last segment that every read model has folded. */
  readonly upTo: number
}

/**
 * Folds the next few segments into the snapshot; undefined if there are none. Replaces acknowledgements by the messages
 * that they confirm, because compaction removes the submissions.
 * @throws LogChanged
 */
export async function foldNext(
  { storage, read }: { readonly storage: AccountStorage; readonly read: StepReader },
  advancing: AdvancingSnapshot,
  limits: AdvanceLimits,
): Promise<AdvancingSnapshot | undefined> {
  const { snapshot } = advancing
  const at = advancing.last?.segment ?? advancing.storedAt
  if ((await storage.epoch()) !== advancing.epoch) throw new LogChanged()
  const next = (await read(at)).map(parseSegment)
  const end = next.findIndex((segment) => !mayFold(segment, limits))
  const taken = end < 0 ? next : next.slice(0, end)
  const folded = taken.map(({ segment, events }) => ({ segment, events: foldSegment(snapshot, events) }))
  const last = folded.at(-1)
  if (!last) return undefined
  const before = new Set(taken.flatMap(({ events }) => events))
  const added = folded
    .map(({ segment, events }) => ({ segment, events: events.filter((event) => !before.has(event)) }))
    .filter(({ events }) => events.length > 0)
  const changed = folded.filter(({ segment }) => added.some((one) => one.segment === segment))
  const epoch =
    changed.length === 0
      ? advancing.epoch
      : await rewriteLog({ storage, self: snapshot.conversations.self }, advancing.epoch, {
          segments: changed,
          added,
        })
  return { ...advancing, last, epoch }
}

const mayFold = ({ segment, events, hasUnknown }: ParsedSegment, limits: AdvanceLimits): boolean =>
  !hasUnknown &&
  segment <= limits.upTo &&
  events.every(({ recordedAt }) => recordedAt < limits.recordedBefore)

/** The events to store instead. */
const foldSegment = (snapshot: LogSnapshot, events: readonly LogEvent[]): readonly LogEvent[] =>
  events.map((event) => {
    const received = toReceivedEvent(event, snapshot.conversations)
    foldIntoSnapshot(snapshot, event)
    return received
  })

/**
 * Moves the stored snapshot to the last segment that was folded into it.
 * @throws LogChanged
 */
export async function storeSnapshot(
  storage: AccountStorage,
  advancing: AdvancingSnapshot,
  random: Random,
): Promise<void> {
  const { snapshot, last, storedAt, epoch } = advancing
  if (!last) return
  const { segment } = last
  const events = snapshotEvents(snapshot, last, random)
  const moved = { segment, events: [...last.events, ...events] }
  const [former] = storedAt === 0 ? [] : (await storage.readSegmentsAt([storedAt])).map(parseSegment)
  const left = former && { ...former, events: former.events.filter((event) => !isSnapshotEvent(event)) }
  await rewriteLog({ storage, self: snapshot.conversations.self }, epoch, {
    segments: left ? [left, moved] : [moved],
    added: [{ segment, events }],
    checkpoint: { model: snapshotModel.name, segment, version: snapshotModel.version },
  })
}

/** The last segment that every stored read model has folded. Their readers continue after it. */
export async function lastSegmentInEveryModel(storage: AccountStorage, self: UserId): Promise<number> {
  const models = [
    conversationsProjection(self),
    friendsProjection,
    applicationsProjection,
    profileProjection,
    timelineModel,
    textIndex,
  ]
  const checkpoints = await Promise.all(
    models.map(async ({ name, version }) => {
      const stored = await storage.checkpoint(name)
      return stored?.version === version ? stored.segment : 0
    }),
  )
  return Math.min(...checkpoints)
}
