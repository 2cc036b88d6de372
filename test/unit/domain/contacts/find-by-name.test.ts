import { describe, expect, it } from 'vitest'
import { type FindablePerson, findByName } from '#domain/contacts/find-by-name.ts'

const labels = (people: readonly FindablePerson[]) => people.map(({ label }) => label)

describe('a search by name', () => {
  const people = [
    { label: '张伟', alsoFoundBy: ['', 'Wei'] },
    { label: 'Nguyễn Thị Hồng', alsoFoundBy: ['', ''] },
    { label: 'Boss', alsoFoundBy: ['Ann Lee', 'annie'] },
    { label: 'Joanna', alsoFoundBy: [''] },
  ]

  it.each([
    ['zw', ['张伟']],
    ['z', ['张伟']],
    ['伟', ['张伟']],
    ['wei', ['张伟']],
    ['hong', ['Nguyễn Thị Hồng']],
    ['lee', ['Boss']],
    ['ann', ['Boss', 'Joanna']],
    ['w z', []],
  ])('for %s finds %s by the shown name, other names and pinyin initials', (keyword, found) => {
    expect(labels(findByName(people, keyword))).toEqual(found)
  })
})

it('folds the names of 5,000 people once, however many keys are pressed', () => {
  let reads = 0
  const people = Array.from({ length: 5000 }, (_, index) => ({
    get label() {
      reads += 1
      return index % 2 === 0 ? `Tomáš Dvořák ${index}` : '王小明'
    },
  }))
  const counts = ['d', 'dv', 'dvo', 'xm', 'wxm'].map((keyword) => findByName(people, keyword).length)
  expect(counts).toEqual([2500, 2500, 2500, 0, 2500])
  expect(reads).toBe(5000)
})
