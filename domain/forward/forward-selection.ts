import type { Outcome, Rejection } from '../commands/command.ts'
import { rejectedBecause, succeeded } from '../http/rejection.ts'
import { limitOr } from '../limits/configured-limits.ts'
import type { ForwardChoice, ForwardTarget } from './forward-target.ts'

/** The selected targets by key, in the order of selection [FWD-04]. */
export type ForwardSelection = ReadonlyMap<string, ForwardChoice>

/** The maximum number of targets of one request if the server names none (DEC-02) [FWD-06]. */
export const usualTargetLimit = 100
/** The number of recent targets above the row that shows all (DEC-68) [FWD-15]. */
export const collapsedRecentTargets = 20

/** The maximum number of targets, and the error above it. */
export interface TargetLimit {
  readonly count: number
  readonly rejection: Rejection
}

const tooMany = 'conversation.forward.max-selected'

/** The server's limits, if it sends them. */
interface ForwardLimits {
  readonly mostForwardTargets: number | undefined
  /** Messages times targets. */
  readonly mostForwardCopies: number | undefined
}

/**
 * Returns the maximum number of targets for this number of items: fewer if there are many items (DEC-185) [FWD-06
 * FWD-07].
 */
export function targetLimit(limits: ForwardLimits | undefined, items: number): TargetLimit {
  const most = limitOr(limits?.mostForwardTargets, usualTargetLimit)
  const copies = limitOr(limits?.mostForwardCopies, Number.POSITIVE_INFINITY)
  const count = Math.min(most, Math.floor(copies / Math.max(items, 1)))
  const key = count < most ? 'conversation.forward.max-copies' : tooMany
  return { count, rejection: { key, values: count < most ? { count, items } : { count } } }
}

/** Rejects a choice of more than `most` people or conversations [FWD-06 TAG-14]. */
export const checkChoiceSize = (count: number, most: number): Rejection | undefined =>
  count > most ? { key: tooMany, values: { count: most } } : undefined

export const noTargets: ForwardSelection = new Map()

/** Whether a target can be selected now: not a tag without members. */
export const canSelectTarget = (choice: ForwardChoice): boolean =>
  choice.kind === 'tag' ? choice.members.length > 0 : choice.ban === undefined

/** Returns how many places a target takes: a tag takes one for each member [FWD-05]. */
const weightOf = (choice: ForwardChoice): number => (choice.kind === 'tag' ? choice.members.length : 1)

/** Returns the number of selected people and groups that count for the limit (DEC-175) [FWD-05]. */
export const countTargets = (selection: ForwardSelection): number =>
  [...selection.values()].reduce((sum, choice) => sum + weightOf(choice), 0)

/** Returns the recipients without duplicates: selected directly, or in one or more selected tags (DEC-175). */
export function recipientsOf(selection: ForwardSelection): readonly ForwardTarget[] {
  const all = [...selection.values()].flatMap((choice) => (choice.kind === 'tag' ? choice.members : [choice]))
  return [...new Map(all.map((target) => [target.key, target])).values()]
}

/** Whether all selectable targets of a list are selected. */
export const areAllSelected = (selection: ForwardSelection, targets: readonly ForwardChoice[]): boolean => {
  const choosable = targets.filter(canSelectTarget)
  return choosable.length > 0 && choosable.every(({ key }) => selection.has(key))
}

/**
 * Selects exactly the named targets of a list; those of other lists stay selected. Selects up to the limit, and rejects
 * if some do not fit [FWD-04 FWD-06 FWD-07].
 */
export function selectInList(
  selection: ForwardSelection,
  targets: readonly ForwardChoice[],
  keys: ReadonlySet<string>,
  limit: TargetLimit,
): Chosen {
  const wanted = new Map(selection)
  for (const { key } of targets) if (!keys.has(key)) wanted.delete(key)
  return addAll(
    wanted,
    targets.filter(({ key }) => keys.has(key)),
    limit,
  )
}

/**
 * Selects all targets of a list, or none if all are selected. Selects up to the limit, and rejects if some do not fit
 * [FWD-03 FWD-07].
 */
export function toggleAll(
  selection: ForwardSelection,
  targets: readonly ForwardChoice[],
  limit: TargetLimit,
): Chosen {
  const changed = new Map(selection)
  if (!areAllSelected(selection, targets)) return addAll(changed, targets, limit)
  for (const { key } of targets) changed.delete(key)
  return { selection: changed, outcome: succeeded(undefined) }
}

interface Chosen {
  readonly selection: ForwardSelection
  readonly outcome: Outcome
}

function addAll(selection: ForwardSelection, targets: readonly ForwardChoice[], limit: TargetLimit): Chosen {
  const changed = new Map(selection)
  const fresh = targets.filter((target) => canSelectTarget(target) && !changed.has(target.key))
  let room = limit.count - countTargets(changed)
  for (const target of fresh) {
    if (weightOf(target) > room) continue
    room -= weightOf(target)
    changed.set(target.key, target)
  }
  const isShort = fresh.some(({ key }) => !changed.has(key))
  return { selection: changed, outcome: isShort ? rejectedBecause(limit.rejection) : succeeded(undefined) }
}

/**
 * Selects the named recipients themselves instead of their tags; after a partial failure, those to retry (DEC-67
 * DEC-175).
 */
export const selectOnly = (selection: ForwardSelection, keys: ReadonlySet<string>): ForwardSelection =>
  new Map(
    recipientsOf(selection)
      .filter(({ key }) => keys.has(key))
      .map((target) => [target.key, target]),
  )
