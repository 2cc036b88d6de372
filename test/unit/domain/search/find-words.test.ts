import { describe, expect, it } from 'vitest'
import { findWords } from '#domain/search/fold-for-search.ts'
import { readSearchWords } from '#domain/search/search-words.ts'

describe('the positions of the words of a keyword', () => {
  const found = (text: string, keyword: string) =>
    findWords(text, readSearchWords(keyword)).map(({ from, to }) => text.slice(from, to))

  it.each([
    ['as it is written', 'Hello hello', 'hello', ['Hello', 'hello']],
    ['with its accents', 'Cà phê và cà phê sữa', 'ca phe', ['Cà', 'phê', 'cà', 'phê']],
    ['with accents that are written apart', 'cafe\u0301 au lait', 'cafe', ['cafe\u0301']],
    ['behind an emoji', '😀 train 🚂 train', 'train', ['train', 'train']],
    ['as a whole letter where two stand for it', 'Straße', 'stras', ['Straß']],
    ['several words in any order', 'tea and milk', 'milk tea', ['tea', 'milk']],
    ['in Chinese', '好的，周五见', '周五', ['周五']],
    ['nowhere', 'Hello', 'bye', []],
    ['nowhere when it is nothing', 'Hello', '', []],
    ['nowhere when it is accents alone', 'Hello', '\u0301', []],
  ])('%s', (_, text, keyword, expected) => {
    expect(found(text, keyword)).toEqual(expected)
  })
})
