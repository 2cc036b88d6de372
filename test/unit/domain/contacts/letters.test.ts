import { describe, expect, it } from 'vitest'
import { groupByLetter, letterOf } from '#domain/contacts/letters.ts'

describe('the letter of a name', () => {
  it.each([
    ['Ada', 'A'],
    [' émile', 'E'],
    ['Đặng Thị Hoa', 'D'],
    ['王小明', 'W'],
    ['張偉', 'Z'],
    ['Ａｄａ', 'A'],
    ['7 of 9', '#'],
    ['Женя', '#'],
    ['🐝', '#'],
    ['', '#'],
  ])('of "%s" is %s', (name, letter) => {
    expect(letterOf(name)).toBe(letter)
  })
})

it('people are listed by letter, others last, each section in the given order', () => {
  const people = ['7 of 9', 'Zoe', 'Ben', '白梅', 'Ada', 'Bea'].map((label) => ({ label }))
  expect(
    groupByLetter(people).map(({ letter, people: group }) => [letter, group.map(({ label }) => label)]),
  ).toEqual([
    ['A', ['Ada']],
    ['B', ['Ben', '白梅', 'Bea']],
    ['Z', ['Zoe']],
    ['#', ['7 of 9']],
  ])
})
