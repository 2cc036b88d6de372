import { describe, expect, it } from 'vitest'
import type { Friend } from '#domain/contacts/contacts.ts'
import { friendsByName, groupByLetter, letterStarts, onlineFirst } from '#domain/contacts/friend-order.ts'
import { userId } from '#schemas/ids.ts'

const friend = (id: number, displayName: string): Friend => ({
  userId: userId(id),
  displayName,
  nickname: displayName,
  avatarUrl: '',
  remark: '',
  signature: '',
  chatId: '',
  gender: 0,
})
const names = (friends: readonly Friend[]) => friends.map((each) => each.displayName)

describe('friends', () => {
  it.each([
    ['en-US', ['zoe', 'Ann', 'émile', 'Bob 10', 'Bob 2'], ['Ann', 'Bob 2', 'Bob 10', 'émile', 'zoe']],
    ['zh-CN', ['王芳', '李伟', '陈静'], ['陈静', '李伟', '王芳']],
    ['vi-VN', ['Đức', 'Dũng', 'Ánh'], ['Ánh', 'Dũng', 'Đức']],
  ] as const)('are sorted by name in the order of %s [FRIEND-04]', (locale, given, expected) => {
    const friends = given.map((name, index) => friend(index + 1, name))
    expect(names(friendsByName(friends, locale))).toEqual(expected)
  })

  it('who are online come first, each part by name [FRIEND-04]', () => {
    const friends = [friend(1, 'Dan'), friend(2, 'Ann'), friend(3, 'Cat'), friend(4, 'Bob')]
    const online = new Set([userId(1), userId(3)])
    expect(names(onlineFirst(friendsByName(friends, 'en-US'), online))).toEqual(['Cat', 'Dan', 'Ann', 'Bob'])
  })

  it('with equal names are sorted by id', () => {
    const friends = [friend(9, 'Ann'), friend(2, 'Ann')]
    expect(friendsByName(friends, 'en-US').map((each) => each.userId)).toEqual([2, 9])
    expect(friends[0]?.userId).toBe(9)
  })
})

describe('letters', () => {
  it('divide people in the order of the language, others last, each section in the given order', () => {
    const people = ['7 of 9', 'Zoe', 'Ben', '白梅', 'Ada', 'Bea'].map((label) => ({ label }))
    expect(
      groupByLetter(people, 'en-US').map(({ letter, people: group }) => [
        letter,
        group.map(({ label }) => label),
      ]),
    ).toEqual([
      ['A', ['Ada']],
      ['B', ['Ben', '白梅', 'Bea']],
      ['Z', ['Zoe']],
      ['#', ['7 of 9']],
    ])
  })

  it('start at the first friend of each in a sorted list', () => {
    const sorted = friendsByName(
      ['7 of 9', 'Zoe', 'Ben', '白梅', 'Ada', 'Bea'].map((name, id) => friend(id, name)),
      'zh-CN',
    )
    expect(letterStarts(sorted, 'zh-CN')).toEqual([
      { letter: 'A', index: 0 },
      { letter: 'B', index: 1 },
      { letter: 'Z', index: 4 },
      { letter: '#', index: 5 },
    ])
  })
})
