import { describe, expect, it } from 'vitest'
import { findOccurrences, foldText } from '#domain/formats/folding.ts'

describe('folding', () => {
  it.each([
    ['case', 'HELLO', 'hello'],
    ['Vietnamese tones and hooks', 'Đặng Thị Hương', 'dang thi huong'],
    ['European accents', 'Ångström, façade, Łódź, søndag', 'angstrom, facade, lodz, sondag'],
    ['a sharp s', 'Straße', 'strasse'],
    ['full width', 'Ａｄａ１', 'ada1'],
    ['Greek stress and the last sigma', 'Οδός', 'οδοσ'],
    ['Arabic vowels', 'مَرْحَبًا', 'مرحبا'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['a dotted capital', 'İstanbul', 'istanbul'],
  ])('does not mind %s', (_, given, folded) => {
    expect(foldText(given)).toBe(foldText(folded))
  })

  it.each([
    ['vowels of Hindi', 'कि', 'का'],
    ['voiced kana', 'が', 'か'],
    ['vowels of Thai', 'กู', 'กิ'],
    ['characters of Chinese', '张', '章'],
  ])('distinguishes %s', (_, left, right) => {
    expect(foldText(left)).not.toBe(foldText(right))
  })
})

describe('the position of a keyword', () => {
  const found = (text: string, keyword: string) =>
    findOccurrences(text, keyword).map(({ from, to }) => text.slice(from, to))

  it.each([
    ['as it is written', 'Hello hello', 'hello', ['Hello', 'hello']],
    ['with its accents', 'Cà phê và cà phê sữa', 'ca phe', ['Cà phê', 'cà phê']],
    ['with accents that are written apart', 'cafe\u0301 au lait', 'cafe', ['cafe\u0301']],
    ['behind an emoji', '😀 train 🚂 train', 'train', ['train', 'train']],
    ['as a whole letter where two stand for it', 'Straße', 'stras', ['Straß']],
    ['in Chinese', '好的，周五见', '周五', ['周五']],
    ['nowhere', 'Hello', 'bye', []],
    ['nowhere when it is nothing', 'Hello', '', []],
    ['nowhere when it is accents alone', 'Hello', '\u0301', []],
  ])('%s', (_, text, keyword, expected) => {
    expect(found(text, keyword)).toEqual(expected)
  })
})
