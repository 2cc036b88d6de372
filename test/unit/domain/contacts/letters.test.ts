import { describe, expect, it } from 'vitest'
import { nameOrderIn, soundInitials } from '#domain/contacts/letters.ts'

describe('the letter of a name', () => {
  it.each([
    ['en-US', 'Ada', 'A'],
    ['en-US', ' émile', 'E'],
    ['en-US', 'Øystein', 'O'],
    ['en-US', 'Đặng Thị Hoa', 'D'],
    ['en-US', '王小明', 'W'],
    ['en-US', '張偉', 'Z'],
    ['en-US', 'Ａｄａ', 'A'],
    ['en-US', '7 of 9', '#'],
    ['en-US', 'Женя', '#'],
    ['en-US', '🐝', '#'],
    ['en-US', '', '#'],
    ['zh-CN', '曾国藩', 'Z'],
    ['zh-CN', '单田芳', 'S'],
    ['zh-CN', '仇英', 'Q'],
    ['zh-CN', '解晓东', 'X'],
    ['zh-CN', '查良镛', 'Z'],
    ['zh-CN', '翟天临', 'Z'],
    ['zh-CN', '区志航', 'O'],
    ['zh-CN', '尉迟恭', 'Y'],
    ['zh-CN', '万俟卨', 'M'],
    ['zh-TW', '丁大中', '2畫'],
    ['zh-TW', '王小明', '4畫'],
    ['zh-TW', '陳怡君', '11畫'],
    ['zh-TW', '龔自珍', '22畫'],
    ['zh-TW', 'Amy', 'A'],
    ['vi-VN', 'Đặng Thị Hoa', 'Đ'],
    ['vi-VN', 'Ánh', 'A'],
    ['vi-VN', 'Ẩn', 'Â'],
    ['vi-VN', 'A\u0306n', 'Ă'],
    ['vi-VN', 'Ông Bảy', 'Ô'],
    ['vi-VN', 'Frank', 'F'],
    ['vi-VN', '王小明', 'W'],
  ])('in %s of "%s" is %s', (locale, name, letter) => {
    expect(nameOrderIn(locale).headingOf(name)).toBe(letter)
  })
})

describe('people are listed as natives expect', () => {
  it.each([
    ['en-US', ['7 of 9', 'zoe', 'Ann', 'émile', 'Bob 10', '白梅', 'Bob 2', 'O’Neil', 'Женя']],
    ['zh-CN', ['周杰', 'Amy', '阿杜', '曾国藩', '白梅', '单田芳', '宋江', '张伟', 'bob', '安娜', '1号']],
    ['zh-TW', ['陳怡君', 'Amy', '林志玲', '丁大中', '王小明', '張惠妹', '蔡依林', '黃大明', '1號']],
    ['vi-VN', ['Đức', 'Dũng', 'Ánh', 'An', 'Ân', 'Ăn', 'Êm', 'Em', 'Ông', 'Oanh', 'Bình', 'Ước', 'Út']],
  ])('in %s', (locale, names) => {
    expect(nameOrderIn(locale).sort(names, (name) => name)).toEqual(expectedOrder[locale])
  })

  const expectedOrder: Readonly<Record<string, readonly string[]>> = {
    'en-US': ['Ann', 'Bob 2', 'Bob 10', '白梅', 'émile', 'O’Neil', 'zoe', '7 of 9', 'Женя'],
    'zh-CN': [...['Amy', '阿杜', '安娜', 'bob', '白梅', '单田芳', '宋江', '曾国藩', '张伟', '周杰', '1号']],
    // By strokes: 丁 2, 王 4, 林 8, 張 and 陳 11, 黃 12, 蔡 15.
    'zh-TW': ['丁大中', '王小明', '林志玲', '張惠妹', '陳怡君', '黃大明', '蔡依林', 'Amy', '1號'],
    'vi-VN': [...['An', 'Ánh', 'Ăn', 'Ân', 'Bình', 'Dũng', 'Đức', 'Em', 'Êm', 'Oanh', 'Ông', 'Út', 'Ước']],
  }

  it('and equal names keep their order', () => {
    const people = [
      { name: 'Ann', id: 9 },
      { name: 'Ann', id: 2 },
    ]
    expect(nameOrderIn('en-US').sort(people, ({ name }) => name)).toEqual(people)
  })
})

describe('pinyin initials', () => {
  it.each([
    ['张伟', ['zw']],
    ['單田芳', ['stf', 'dtf']],
    ['Ann 王', ['w']],
    ['Ann', []],
  ])('of %s are %j', (name, expected) => {
    expect(soundInitials(name)).toEqual(expected)
  })
})
