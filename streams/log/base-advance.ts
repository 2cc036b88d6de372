import { toReceivedEvent } from '#domain/conversation/survives-compaction.ts'
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
  type Base,
  foldIntoSnapshot,
  initialSnapshot,
  isSnapshotEvent,
  snapshotEvents,
  snapshotModel,
} from './log-snapshot.ts'
import type { FoldedSegment } from './log-tail.ts'
import type { StepReader } from './step-reader.ts'
import { textIndex } from './text-index.ts'

/** The base on its way to a later segment. */
export interface AdvancingSnapshot {
  readonly base: Base
  /** Where it is stored now, 0 while there is none. */
  readonly storedAt: number
  /** The last segment folded into it. */
  readonly last: FoldedSegment | undefined
  /** The epoch in which all of it was read. */
  readonly epoch: number
}

/** Reads the stored base, or starts one. Throws LogChanged when it was moved meanwhile. */
export async function readLogSnapshot(storage: AccountStorage, self: UserId): Promise<AdvancingSnapshot> {
  const epoch = await storage.epoch()
  const storedAt = (await storage.checkpoint(snapshotModel.name))?.segment ?? 0
  const base = initialSnapshot(self)
  if (storedAt === 0) return { base, storedAt, last: undefined, epoch }
  const [stored] = await storage.readSegmentsAt([storedAt])
  const events = stored ? parseSegment(stored).events.filter(isSnapshotEvent) : []
  if (events.length === 0) throw new LogChanged()
  for (const event of events) foldIntoSnapshot(base, event)
  return { base, storedAt, last: undefined, epoch }
}

/** Whether a segment may be folded into the base. */
export interface AdvanceLimits {
  /** Only what was recorded before, server ms. */
  readonly recordedBefore: number
  /** The last segment that every read model has. */
  readonly upTo: number
}

/**
 * Folds the next few segments into the base; undefined when there is none to fold. Acknowledgements in them become the
 * messages that they confirm, since what was submitted leaves the log. Throws LogChanged.
 */
export async function foldNext(
  { storage, read }: { readonly storage: AccountStorage; readonly read: StepReader },
  advancing: AdvancingSnapshot,
  limits: AdvanceLimits,
): Promise<AdvancingSnapshot | undefined> {
  const { base } = advancing
  const at = advancing.last?.segment ?? advancing.storedAt
  if ((await storage.epoch()) !== advancing.epoch) throw new LogChanged()
  const next = (await read(at)).map(parseSegment)
  const end = next.findIndex((segment) => !mayFold(segment, limits))
  const taken = end < 0 ? next : next.slice(0, end)
  const folded = taken.map(({ segment, events }) => ({ segment, events: foldSegment(base, events) }))
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
      : await rewriteLog({ storage, self: base.conversations.self }, advancing.epoch, {
          segments: changed,
          added,
        })
  return { ...advancing, last, epoch }
}

const mayFold = ({ segment, events, hasUnknown }: ParsedSegment, limits: AdvanceLimits): boolean =>
  !hasUnknown &&
  segment <= limits.upTo &&
  events.every(({ recordedAt }) => recordedAt < limits.recordedBefore)

/** The events as they stay. */
const foldSegment = (base: Base, events: readonly LogEvent[]): readonly LogEvent[] =>
  events.map((event) => {
    const received = toReceivedEvent(event, base.conversations)
    foldIntoSnapshot(base, event)
    return received
  })

/** Stores the base in the last segment folded into it, and takes it out of where it was; throws LogChanged. */
export async function storeSnapshot(
  storage: AccountStorage,
  advancing: AdvancingSnapshot,
  random: Random,
): Promise<void> {
  const { base, last, storedAt, epoch } = advancing
  if (!last) return
  const { segment } = last
  const events = snapshotEvents(base, last, random)
  const moved = { segment, events: [...last.events, ...events] }
  const [former] = storedAt === 0 ? [] : (await storage.readSegmentsAt([storedAt])).map(parseSegment)
  const left = former && { ...former, events: former.events.filter((event) => !isSnapshotEvent(event)) }
  await rewriteLog({ storage, self: base.conversations.self }, epoch, {
    segments: left ? [left, moved] : [moved],
    added: [{ segment, events }],
    checkpoint: { model: snapshotModel.name, segment, version: snapshotModel.version },
  })
}

/** The last segment that every stored read model has: whoever reads the log goes on after it. */
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
