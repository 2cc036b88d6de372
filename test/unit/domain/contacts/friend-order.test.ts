import { describe, expect, it } from 'vitest'
import { type Friend, orderFriends } from '#domain/contacts/contacts.ts'
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
const nobody = new Set<never>()

describe('orderFriends', () => {
  it.each([
    ['en-US', ['zoe', 'Ann', 'émile', 'Bob 10', 'Bob 2'], ['Ann', 'Bob 2', 'Bob 10', 'émile', 'zoe']],
    ['zh-CN', ['王芳', '李伟', '陈静'], ['陈静', '李伟', '王芳']],
    ['vi-VN', ['Đức', 'Dũng', 'Ánh'], ['Ánh', 'Dũng', 'Đức']],
  ] as const)('sorts by name in the order of %s [FRIEND-04]', (locale, given, expected) => {
    const friends = given.map((name, index) => friend(index + 1, name))
    expect(names(orderFriends(friends, 'name', nobody, locale))).toEqual(expected)
  })

  it('puts the online ones first, each part by name [FRIEND-04]', () => {
    const friends = [friend(1, 'Dan'), friend(2, 'Ann'), friend(3, 'Cat'), friend(4, 'Bob')]
    const online = new Set([userId(1), userId(3)])
    expect(names(orderFriends(friends, 'online', online, 'en-US'))).toEqual(['Cat', 'Dan', 'Ann', 'Bob'])
  })

  it('ignores who is online when sorting by name, and orders equal names by id', () => {
    const friends = [friend(9, 'Ann'), friend(2, 'Ann')]
    const ordered = orderFriends(friends, 'name', new Set([userId(9)]), 'en-US')
    expect(ordered.map((each) => each.userId)).toEqual([2, 9])
    expect(friends[0]?.userId).toBe(9)
  })
})
