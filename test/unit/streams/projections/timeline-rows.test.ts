import { describe, expect, it } from 'vitest'
import {
  pageIn,
  pageKey,
  rowQueryOfPages,
  rowsFromPage,
  unpagedKey,
} from '#streams/projections/timeline-rows.ts'
import { chat } from '#test/unit/domain/log-events.ts'

const pages = [0, 1, 9, 10, 99, 100, 12_345, 99_999_999]

describe('the key of a page', () => {
  it('sorts by page number, before the rows outside pages', () => {
    const keys = [...pages.map((page) => pageKey(chat, page)), unpagedKey(chat)]
    expect([...keys].reverse().sort()).toEqual(keys)
  })

  it('contains its number', () => {
    expect(pages.map((page) => pageIn(pageKey(chat, page)))).toEqual(pages)
    expect(pageIn(unpagedKey(chat))).toBeUndefined()
  })
})

describe('the key ranges of a conversation', () => {
  it('are one range for the newest pages and the rows outside pages', () => {
    expect(rowsFromPage(chat, 6)).toEqual([{ from: pageKey(chat, 6), to: unpagedKey(chat) }])
  })

  it('are one range for each run of other pages', () => {
    const runs = [
      { first: 2, last: 5 },
      { first: 9, last: 8 },
    ]
    expect(rowQueryOfPages(chat, runs)).toEqual([
      unpagedKey(chat),
      { from: pageKey(chat, 2), to: pageKey(chat, 5) },
    ])
  })
})
