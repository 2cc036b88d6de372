import { describe, expect, it } from 'vitest'
import { checkChoiceSize } from '#domain/forward/forward-selection.ts'
import {
  adjustmentOf,
  friendsWithTags,
  peopleWithTag,
  roomInTag,
  type TagMarks,
  toggleTagMark,
} from '#domain/tags/tag-rules.ts'
import { userId } from '#schemas/ids.ts'

const [ann, bob] = [{ userId: userId(1) }, { userId: userId(2) }]
const family = { id: 10, name: 'Family', memberIds: [ann.userId, userId(99)] }
const work = { id: 11, name: 'Work', memberIds: [ann.userId, bob.userId] }
const none: TagMarks = new Map()

describe('friends and tags', () => {
  it('are joined from two lists; members who are no friends are left out [TAG-26]', () => {
    expect(friendsWithTags([ann, bob, { userId: userId(3) }], [family, work])).toEqual([
      { friend: ann, tags: [family, work] },
      { friend: bob, tags: [work] },
      { friend: { userId: userId(3) }, tags: [] },
    ])
  })
})

describe('a list of people', () => {
  it('shows those who have the selected tag, and all without one', () => {
    expect(peopleWithTag([ann, bob], family)).toEqual([ann])
    expect(peopleWithTag([ann, bob], undefined)).toEqual([ann, bob])
  })
})

describe('a tag of a friend', () => {
  it('is marked to be added if the friend lacks it, to be removed otherwise [TAG-08]', () => {
    expect([...toggleTagMark(none, family, bob.userId)]).toEqual([[10, 'add']])
    expect([...toggleTagMark(none, family, ann.userId)]).toEqual([[10, 'remove']])
  })

  it('is reset by a second tap [TAG-09]', () => {
    const marked = toggleTagMark(none, family, bob.userId)
    expect(toggleTagMark(marked, family, bob.userId)).toEqual(none)
  })

  it('counts in the adjustment by its mark', () => {
    const marks = toggleTagMark(toggleTagMark(none, family, bob.userId), work, bob.userId)
    expect(adjustmentOf(marks)).toEqual({ added: [10], removed: [11] })
  })
})

describe('a choice of friends for a tag', () => {
  it('is rejected above the room that is left, 500 by default [TAG-12 TAG-14]', () => {
    const tooMany = (count: number) => ({ key: 'conversation.forward.max-selected', values: { count } })
    expect(checkChoiceSize(498, roomInTag(work))).toBeUndefined()
    expect(checkChoiceSize(499, roomInTag(work))).toEqual(tooMany(498))
    expect(checkChoiceSize(1, roomInTag(work, 3))).toBeUndefined()
    expect(checkChoiceSize(2, roomInTag(work, 3))).toEqual(tooMany(1))
    expect(checkChoiceSize(1, roomInTag(work, 1))).toEqual(tooMany(0))
  })
})
