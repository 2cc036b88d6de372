import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findWords, foldForSearch } from '#domain/search/fold-for-search.ts'

it.each([
  ['case', 'ÀÉÎ straße ΣΊΣΥΦΟΣ', 'aei strasse σισυφοσ'],
  ['Vietnamese', 'Đặng Thị Ngọc Ánh đi chợ', 'dang thi ngoc anh di cho'],
  ['width', 'ＡＢＣ１２３', 'abc123'],
  ['half-width kana', 'ﾗｰﾒﾝ', 'らーめん'],
  ['katakana', 'カラオケ ヴァイオリン', 'からおけ ゔぁいおりん'.normalize('NFKD')],
  ['traditional characters', '臺灣請問這裡有圖書館嗎', '台湾请问这里有图书馆吗'],
  ['variants of a character', '爲為裏裡麼', '为为里里么'],
  ['Arabic vowel marks', 'مَرْحَبًا', 'مرحبا'],
])('foldForSearch removes differences of %s', (_, text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
})

it('foldForSearch leaves folded text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
    }),
    { numRuns: 300 },
  )
})

it.each([
  ['Đặng Đan', ['da'], ['Đặ', 'Đa']],
  ['圖書館和图书', ['图书'], ['圖書', '图书']],
  ['cafe\u0301 au lait', ['cafe', 'lait'], ['cafe\u0301', 'lait']],
  ['see 👋🏽 there', ['👋'], ['👋']],
  ['banana bananas', ['ana', 'ban'], ['banana', 'banana']],
  ['ﬁne', ['f'], ['ﬁ']],
  ['nothing', ['x', ''], []],
])('findWords marks the occurrences in %s', (text, words, marked) => {
  expect(findWords(text, words).map(({ from, to }) => text.slice(from, to))).toEqual(marked)
})
