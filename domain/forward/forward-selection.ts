import type { Outcome, Refusal } from '../commands/command.ts'
import { refusedBecause, succeeded } from '../http/refusal.ts'
import { limitOr } from '../limits/configured-limits.ts'
import type { ForwardChoice } from './forward-tag.ts'
import type { ForwardTarget } from './forward-target.ts'

/** The chosen ones by their keys, in the order of choosing [FWD-04]. */
export type ForwardSelection = ReadonlyMap<string, ForwardChoice>

/** To how many a forward goes when the server says nothing (DEC-02) [FWD-06]. */
export const usualTargetLimit = 100
/** How many of the recent ones are listed before the row that shows all (DEC-68) [FWD-15]. */
export const recentFold = 20

/** How many may be chosen, and what says so to whoever chooses more. */
export interface ChoiceLimit {
  readonly count: number
  readonly refusal: Refusal
}

/** The server's figures, as far as it names them. */
interface ForwardFigures {
  readonly mostForwardTargets: number | undefined
  /** Messages times targets. */
  readonly mostForwardCopies: number | undefined
}

/** How many may be chosen for this number of items: as many as for any forward, fewer where the items are many (DEC-185) [FWD-06 FWD-07]. */
export function choiceLimit(figures: ForwardFigures | undefined, items: number): ChoiceLimit {
  const most = limitOr(figures?.mostForwardTargets, usualTargetLimit)
  const copies = limitOr(figures?.mostForwardCopies, Number.POSITIVE_INFINITY)
  const count = Math.min(most, Math.floor(copies / Math.max(items, 1)))
  const key = count < most ? 'conversation.forward.max-copies' : 'conversation.forward.max-selected'
  return { count, refusal: { key, values: count < most ? { count, items } : { count } } }
}

export const noTargets: ForwardSelection = new Map()

/** Whether something can be sent there now: not to a tag without anybody. */
export const canChoose = (choice: ForwardChoice): boolean =>
  choice.kind === 'tag' ? choice.members.length > 0 : choice.ban === undefined

/** How many of the limit a choice takes: a tag as many as it has members [FWD-05]. */
const weightOf = (choice: ForwardChoice): number => (choice.kind === 'tag' ? choice.members.length : 1)

/** How many are chosen, as the limit counts them (DEC-175) [FWD-05]. */
export const countOf = (selection: ForwardSelection): number =>
  [...selection.values()].reduce((sum, choice) => sum + weightOf(choice), 0)

/** To whom it goes: everybody once, whether chosen, in a chosen tag or in several (DEC-175). */
export function recipientsOf(selection: ForwardSelection): readonly ForwardTarget[] {
  const all = [...selection.values()].flatMap((choice) => (choice.kind === 'tag' ? choice.members : [choice]))
  return [...new Map(all.map((target) => [target.key, target])).values()]
}

/** Whether all of these that can be chosen are. */
export const hasAll = (selection: ForwardSelection, targets: readonly ForwardChoice[]): boolean => {
  const choosable = targets.filter(canChoose)
  return choosable.length > 0 && choosable.every(({ key }) => selection.has(key))
}

/**
 * Chooses those of a list that are named, and no others of it; whoever is chosen elsewhere stays. As many as there may be, and a
 * refusal when that leaves some out [FWD-04 FWD-06 FWD-07].
 */
export function chooseAmong(
  selection: ForwardSelection,
  targets: readonly ForwardChoice[],
  keys: ReadonlySet<string>,
  limit: ChoiceLimit,
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
 * Chooses all of these, or none of them where all are chosen already; as many as there may be, and a refusal when that
 * leaves some out [FWD-03 FWD-07].
 */
export function toggleAll(
  selection: ForwardSelection,
  targets: readonly ForwardChoice[],
  limit: ChoiceLimit,
): Chosen {
  const changed = new Map(selection)
  if (!hasAll(selection, targets)) return addAll(changed, targets, limit)
  for (const { key } of targets) changed.delete(key)
  return { selection: changed, outcome: succeeded(undefined) }
}

interface Chosen {
  readonly selection: ForwardSelection
  readonly outcome: Outcome
}

function addAll(selection: ForwardSelection, targets: readonly ForwardChoice[], limit: ChoiceLimit): Chosen {
  const changed = new Map(selection)
  const fresh = targets.filter((target) => canChoose(target) && !changed.has(target.key))
  let room = limit.count - countOf(changed)
  for (const target of fresh) {
    if (weightOf(target) > room) continue
    room -= weightOf(target)
    changed.set(target.key, target)
  }
  const isShort = fresh.some(({ key }) => !changed.has(key))
  return { selection: changed, outcome: isShort ? refusedBecause(limit.refusal) : succeeded(undefined) }
}

/** Those it goes to that are named, out of their tags; after a partial failure, those to try again (DEC-67 DEC-175). */
export const keepOnly = (selection: ForwardSelection, keys: ReadonlySet<string>): ForwardSelection =>
  new Map(
    recipientsOf(selection)
      .filter(({ key }) => keys.has(key))
      .map((target) => [target.key, target]),
  )
