import { describe, expect, it } from 'vitest'
import { findByName } from '#domain/contacts/find-by-name.ts'
import { mentionCandidates, mentionQuery } from '#domain/message/mention-candidates.ts'

const member = (userId: number, nickname: string, more: { remark?: string; memberName?: string } = {}) => ({
  ...{ userId, nickname, remark: '', memberName: '', avatarUrl: '', ...more },
})
const members = [
  member(1, 'Me'),
  member(2, 'Đặng Thị Hồng', { remark: 'Chị Hồng' }),
  member(3, '张伟'),
  member(4, 'Ada Lovelace', { memberName: 'Countess' }),
  member(5, 'José'),
  member(6, '李小龍'),
  member(7, 'Мария'),
  member(8, 'さくら'),
]
const candidates = mentionCandidates(members, 1, { name: 'All', label: 'Everyone' })
const found = (keyword: string) => findByName(candidates, keyword).map(({ userId }) => userId)

describe('the mention candidates', () => {
  it('are everyone and the other members, with their remarks', () => {
    expect(candidates.map(({ userId }) => userId)).toEqual([0, 2, 3, 4, 5, 6, 7, 8])
    expect(candidates[1]).toMatchObject({ label: 'Chị Hồng', name: 'Đặng Thị Hồng' })
  })

  it('are sent by the name that the group knows: a remark is never sent', () => {
    expect(candidates.map(({ name }) => name)).not.toContain('Chị Hồng')
    expect(candidates[3]).toMatchObject({ name: 'Countess', label: 'Countess' })
  })

  it('are empty if there are no other members', () => {
    expect(mentionCandidates([member(1, 'Me')], 1, { name: 'All', label: 'Everyone' })).toEqual([])
  })
})

describe('a search for a person to mention', () => {
  it.each([
    ['nothing: all', '', [0, 2, 3, 4, 5, 6, 7, 8]],
    ['Vietnamese without diacritics', 'dang thi', [2]],
    ['a remark without diacritics', 'chi h', [2]],
    ['Vietnamese with them', 'Hồng', [2]],
    ['Chinese', '伟', [3]],
    ['pinyin initials', 'zw', [3]],
    ['the same in traditional characters', 'lxl', [6]],
    ['another accent', 'jose', [5]],
    ['full width', 'ｊｏｓｅ', [5]],
    ['Cyrillic in any case', 'мар', [7]],
    ['kana', 'さく', [8]],
    ['a nickname behind the name in the group', 'lovelace', [4]],
    ['everyone in Chinese', '所有', [0]],
    ['no one', 'xyz', []],
  ])('by %s', (_, keyword, ids) => {
    expect(found(keyword)).toEqual(ids)
  })

  it('ranks a match at the start before one in the middle', () => {
    const two = mentionCandidates([member(2, 'Zoe Anne'), member(3, 'Anne')], 1, {
      name: 'All',
      label: 'Everyone',
    })
    expect(findByName(two, 'anne').map(({ userId }) => userId)).toEqual([3, 2])
  })
})

describe('an @ before the cursor [MSG-37]', () => {
  it.each([
    ['opens immediately', '@', { from: 0, keyword: '' }],
    ['after a word', 'hi @ad', { from: 3, keyword: 'ad' }],
    ['without a space in Chinese', '你好@张', { from: 2, keyword: '张' }],
    ['on another line', 'a\n@b', { from: 2, keyword: 'b' }],
    ['with a name of two words', '@ada lo', { from: 0, keyword: 'ada lo' }],
    ['not in an address', 'ada@example', undefined],
    ['not after a space', '@ nobody', undefined],
    ['not across lines', '@a\nb', undefined],
    ['not when it is too far back', `@${'word '.repeat(9)}`, undefined],
    ['the nearest one', '@a @b', { from: 3, keyword: 'b' }],
    ['not without one', 'hello', undefined],
  ])('%s', (_, before, expected) => {
    expect(mentionQuery(before)).toEqual(expected)
  })
})
