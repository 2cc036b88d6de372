import { describe, expect, it } from 'vitest'
import {
  type ForwardSelection,
  hasAll,
  keepOnly,
  noTargets,
  targetLimit,
  toggleAll,
  toggleTarget,
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
  refusal: { key: 'conversation.forward.max-selected', values: { count } },
})

describe('the chosen targets', () => {
  it.each([
    [undefined, 100],
    [0, 100],
    [7, 7],
  ])('are at most what the server says: %s is %d [FWD-06] (DEC-02)', (configured, limit) => {
    expect(targetLimit(configured)).toBe(limit)
  })

  it('take one in and let it go again, each once [FWD-04]', () => {
    const one = toggleTarget(noTargets, person(1), 100)
    expect(one).toEqual({ isOk: true, value: chosen(person(1)) })
    expect(toggleTarget(chosen(person(1), person(2)), person(1), 100)).toEqual({
      isOk: true,
      value: chosen(person(2)),
    })
  })

  it('refuse one more than there may be, and still let one go [FWD-06 FWD-07]', () => {
    const full = chosen(person(1), person(2))
    expect(toggleTarget(full, person(3), 2)).toEqual(tooMany(2))
    expect(toggleTarget(full, person(2), 2)).toMatchObject({ isOk: true })
  })

  it('never hold one that this user may not write to', () => {
    const silent = person(1, { ban: 'channel' })
    expect(toggleTarget(noTargets, silent, 2)).toEqual({ isOk: true, value: noTargets })
    expect(toggleAll(noTargets, [silent], 2).selection).toEqual(noTargets)
    expect(hasAll(noTargets, [silent])).toBe(false)
  })

  it('are all of a list or, when all are chosen, none of it [FWD-03]', () => {
    const list = [person(1), person(2, { ban: 'banned' }), person(3)]
    const all = toggleAll(chosen(person(9)), list, 100)
    expect(all).toMatchObject({ selection: chosen(person(9), person(1), person(3)), outcome: { isOk: true } })
    expect(hasAll(all.selection, list)).toBe(true)
    expect(toggleAll(all.selection, list, 100).selection).toEqual(chosen(person(9)))
  })

  it('are as many of a list as there may be, with a warning about the others [FWD-07]', () => {
    const { selection, outcome } = toggleAll(chosen(person(9)), [person(1), person(2)], 2)
    expect(selection).toEqual(chosen(person(9), person(1)))
    expect(outcome).toEqual(tooMany(2))
  })

  it('are afterwards those that failed (DEC-67)', () => {
    const kept = keepOnly(chosen(person(1), person(2)), new Set(['person-2', 'group-1']))
    expect(kept).toEqual(chosen(person(2)))
  })
})
