import { describe, expect, it } from 'vitest'
import {
  areAllSelected,
  type ForwardSelection,
  noTargets,
  selectInList,
  selectOnly,
  type TargetLimit,
  targetLimit,
  toggleAll,
} from '#domain/forward/forward-selection.ts'
import type { ForwardTarget } from '#domain/forward/forward-target.ts'

const person = (id: number, changes: Partial<ForwardTarget> = {}): ForwardTarget => ({
  ...{ key: `person-${id}`, kind: 'person', id, name: `P${id}`, avatarUrl: '', avatarId: id, otherNames: [] },
  ...changes,
})
const chosen = (...targets: readonly ForwardTarget[]): ForwardSelection =>
  new Map(targets.map((target) => [target.key, target]))
const tooMany = (count: number) => ({
  isOk: false,
  rejection: { key: 'conversation.forward.max-selected', values: { count } },
})

/** A limit of this number of targets. */
const upTo = (count: number): TargetLimit => ({ count, rejection: tooMany(count).rejection })

const done = { isOk: true, value: undefined }

describe('the chosen targets', () => {
  it.each([
    ['nothing', 1, undefined, undefined, 100, 'max-selected'],
    ['nothing', 100, undefined, undefined, 100, 'max-selected'],
    ['no figure', 1, 0, 0, 100, 'max-selected'],
    ['7 targets', 3, 7, undefined, 7, 'max-selected'],
    ['1,000 copies', 10, 100, 1_000, 100, 'max-selected'],
    ['1,000 copies', 11, 100, 1_000, 90, 'max-copies'],
    ['1,000 copies', 500, 100, 1_000, 2, 'max-copies'],
  ])(
    'for the limit of %s and %d items are limited to as many as the server accepts [FWD-06 FWD-07] (DEC-02)',
    (_, items, mostForwardTargets, mostForwardCopies, count, key) => {
      const limit = targetLimit({ mostForwardTargets, mostForwardCopies }, items)
      expect(limit).toMatchObject({
        count,
        rejection: { key: `conversation.forward.${key}`, values: { count } },
      })
    },
  )

  it('contain a target once, and a second choice removes it [FWD-04]', () => {
    const list = [person(1), person(2)]
    const one = selectInList(noTargets, list, new Set(['person-1']), upTo(100))
    expect(one).toEqual({ selection: chosen(person(1)), outcome: done })
    expect(selectInList(chosen(...list), list, new Set(['person-2']), upTo(100))).toEqual({
      selection: chosen(person(2)),
      outcome: done,
    })
  })

  it('stay chosen while another list is chosen from [FWD-04]', () => {
    const both = selectInList(chosen(person(9)), [person(1)], new Set(['person-1']), upTo(100))
    expect(both.selection).toEqual(chosen(person(9), person(1)))
  })

  it('reject one above the limit, and still allow removing one [FWD-06 FWD-07]', () => {
    const full = chosen(person(1), person(2))
    const list = [person(1), person(2), person(3)]
    const all = new Set(list.map(({ key }) => key))
    expect(selectInList(full, list, all, upTo(2))).toEqual({ selection: full, outcome: tooMany(2) })
    expect(selectInList(full, list, new Set(['person-1']), upTo(2))).toEqual({
      selection: chosen(person(1)),
      outcome: done,
    })
  })

  it('never include one that this user may not write to', () => {
    const silent = person(1, { ban: 'channel' })
    expect(selectInList(noTargets, [silent], new Set([silent.key]), upTo(2)).selection).toEqual(noTargets)
    expect(toggleAll(noTargets, [silent], upTo(2)).selection).toEqual(noTargets)
    expect(areAllSelected(noTargets, [silent])).toBe(false)
  })

  it('are all of a list or, when all are chosen, none of it [FWD-03]', () => {
    const list = [person(1), person(2, { ban: 'banned' }), person(3)]
    const all = toggleAll(chosen(person(9)), list, upTo(100))
    expect(all).toMatchObject({ selection: chosen(person(9), person(1), person(3)), outcome: { isOk: true } })
    expect(areAllSelected(all.selection, list)).toBe(true)
    expect(toggleAll(all.selection, list, upTo(100)).selection).toEqual(chosen(person(9)))
  })

  it('are as many of a list as the limit allows, with a warning about the others [FWD-07]', () => {
    const { selection, outcome } = toggleAll(chosen(person(9)), [person(1), person(2)], upTo(2))
    expect(selection).toEqual(chosen(person(9), person(1)))
    expect(outcome).toEqual(tooMany(2))
  })

  it('are the failed ones after a partial failure (DEC-67)', () => {
    const kept = selectOnly(chosen(person(1), person(2)), new Set(['person-2', 'group-1']))
    expect(kept).toEqual(chosen(person(2)))
  })
})
