import { describe, expect, it } from 'vitest'
import { foldText } from '#domain/formats/folding.ts'

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
