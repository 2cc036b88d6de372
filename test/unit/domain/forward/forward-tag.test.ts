import { describe, expect, it } from 'vitest'
import {
  areAllSelected,
  canSelectTarget,
  countTargets,
  type ForwardSelection,
  noTargets,
  recipientsOf,
  selectInList,
  selectOnly,
  type TargetLimit,
  toggleAll,
} from '#domain/forward/forward-selection.ts'
import {
  type ForwardChoice,
  type ForwardTag,
  type ForwardTarget,
  forwardTags,
} from '#domain/forward/forward-target.ts'
import { userId } from '#schemas/ids.ts'

const person = (id: number): ForwardTarget => ({
  ...{ key: `person-${id}`, kind: 'person', id, name: `P${id}`, avatarUrl: '', avatarId: id, otherNames: [] },
})
const tag = (id: number, ...members: readonly number[]): ForwardTag => ({
  ...{ kind: 'tag', key: `tag-${id}`, name: `T${id}`, otherNames: [], members: members.map(person) },
})
const chosen = (...choices: readonly ForwardChoice[]): ForwardSelection =>
  new Map(choices.map((choice) => [choice.key, choice]))
const idsOf = (selection: ForwardSelection) => recipientsOf(selection).map(({ key }) => key)
const tooMany = (count: number) => ({
  isOk: false,
  rejection: { key: 'conversation.forward.max-selected', values: { count } },
})

/** A limit of this number of targets. */
const upTo = (count: number): TargetLimit => ({ count, rejection: tooMany(count).rejection })

describe('tags as targets of a forward', () => {
  it('contain those of their members who are friends, under their names [FWD-01] (DEC-174)', () => {
    const tags = [
      { id: 1, name: 'Walks', memberIds: [userId(3), userId(99), userId(2)] },
      { id: 2, name: 'Ärger', memberIds: [] },
    ]
    expect(forwardTags(tags, [person(2), person(3)], 'de')).toEqual([
      { ...tag(2), name: 'Ärger' },
      { ...tag(1, 3, 2), name: 'Walks' },
    ])
  })

  it('count as many as they have members [FWD-05]', () => {
    expect(countTargets(noTargets)).toBe(0)
    expect(countTargets(chosen(person(1)))).toBe(1)
    expect(countTargets(chosen(tag(1, 1, 2, 3)))).toBe(3)
    expect(countTargets(chosen(tag(1, 1, 2, 3), tag(2, 3, 4), person(1)))).toBe(6)
  })

  it('send each person one message, in the order of selection, also if selected several times (DEC-175)', () => {
    expect(idsOf(chosen(person(4), tag(1, 1, 2), tag(2, 2, 4, 3)))).toEqual([
      'person-4',
      'person-1',
      'person-2',
      'person-3',
    ])
  })

  it('are rejected if their members exceed the limit [FWD-05 FWD-07]', () => {
    const list = [tag(1, 1, 2, 3)]
    const keys = new Set(['tag-1'])
    expect(selectInList(chosen(person(9)), list, keys, upTo(4))).toMatchObject({
      selection: chosen(person(9), ...list),
      outcome: { isOk: true },
    })
    expect(selectInList(chosen(person(9)), list, keys, upTo(3))).toEqual({
      selection: chosen(person(9)),
      outcome: tooMany(3),
    })
    expect(selectInList(chosen(...list), [person(9)], new Set(['person-9']), upTo(3)).outcome).toEqual(
      tooMany(3),
    )
  })

  it('are selected together up to the limit, and deselected together [FWD-03 FWD-05]', () => {
    const list = [tag(1, 1, 2), tag(2, 3, 4, 5), tag(3, 6)]
    const some = toggleAll(noTargets, list, upTo(4))
    expect(some).toEqual({ selection: chosen(tag(1, 1, 2), tag(3, 6)), outcome: tooMany(4) })
    const all = toggleAll(some.selection, list, upTo(6))
    expect(areAllSelected(all.selection, list)).toBe(true)
    expect(toggleAll(all.selection, list, upTo(6)).selection).toEqual(noTargets)
  })

  it('cannot be chosen without a member', () => {
    expect(canSelectTarget(tag(1))).toBe(false)
    expect(selectInList(noTargets, [tag(1)], new Set(['tag-1']), upTo(9)).selection).toEqual(noTargets)
  })

  it('are replaced after a failure by the members who missed an item (DEC-67 DEC-175)', () => {
    const before = chosen(tag(1, 1, 2), tag(2, 2, 3), person(4))
    expect(selectOnly(before, new Set(['person-2', 'person-4']))).toEqual(chosen(person(2), person(4)))
  })
})
