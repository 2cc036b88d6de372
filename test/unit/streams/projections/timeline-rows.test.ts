import { describe, expect, it } from 'vitest'
import { pageIn, pageKey, rowsFromPage, rowsOfPages, unpagedKey } from '#streams/projections/timeline-rows.ts'
import { chat } from '#test/unit/domain/log-events.ts'

const pages = [0, 1, 9, 10, 99, 100, 12_345, 99_999_999]

describe('the key of a page', () => {
  it('stands in the order of the numbers, and below what is beside the pages', () => {
    const keys = [...pages.map((page) => pageKey(chat, page)), unpagedKey(chat)]
    expect([...keys].reverse().sort()).toEqual(keys)
  })

  it('tells its number', () => {
    expect(pages.map((page) => pageIn(pageKey(chat, page)))).toEqual(pages)
    expect(pageIn(unpagedKey(chat))).toBeUndefined()
  })
})

describe('what is read of a conversation', () => {
  it('is one range for the newest pages and what is beside them', () => {
    expect(rowsFromPage(chat, 6)).toEqual([{ from: pageKey(chat, 6), to: unpagedKey(chat) }])
  })

  it('is a range for each run of other pages, and none for a run that has none', () => {
    const runs = [
      { first: 2, last: 5 },
      { first: 9, last: 8 },
    ]
    expect(rowsOfPages(chat, runs)).toEqual([
      unpagedKey(chat),
      { from: pageKey(chat, 2), to: pageKey(chat, 5) },
    ])
  })
})
