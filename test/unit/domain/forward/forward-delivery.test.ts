import { describe, expect, it } from 'vitest'
import { batchesOf, parseForwardReport } from '#domain/forward/forward-delivery.ts'
import { conversationId, serverId } from '#schemas/ids.ts'
import { toForwardResults } from '#schemas/translate/forwarding.ts'

const message = (id: number) =>
  ({ kind: 'message', conversationId: conversationId('direct', 2), id: serverId(id) }) as const
const [first, second] = [message(11), message(12)]
const saved = { kind: 'collection', id: 12 } as const
const ben = { kind: 'person', id: 8 } as const
const walks = { kind: 'group', id: 4 } as const
const batch = { items: [first, second], targets: [ben, walks] }

const result = (ChatID: number, ben: string, walks: string, lost = '') => ({
  ChatID,
  Error: lost,
  UserResults: [{ UserID: 8, Success: ben === '' ? (1 as const) : (0 as const), Msg: ben }],
  GroupResults: [{ GroupID: 4, Success: walks === '' ? (1 as const) : (0 as const), Msg: walks }],
})
const report = (...results: Parameters<typeof toForwardResults>[0] & {}) =>
  parseForwardReport(batch, toForwardResults(results, batch.items))

describe('deliveries', () => {
  it('of the same items are one call, and a saved item is no message with its number [FWD-16]', () => {
    const deliveries = [
      { target: ben, items: [first, second] },
      { target: walks, items: [first, second] },
      { target: { kind: 'person', id: 9 } as const, items: [second] },
      { target: { kind: 'person', id: 10 } as const, items: [] },
      { target: { kind: 'person', id: 11 } as const, items: [saved] },
    ]
    expect(batchesOf(deliveries)).toEqual([
      batch,
      { items: [second], targets: [{ kind: 'person', id: 9 }] },
      { items: [saved], targets: [{ kind: 'person', id: 11 }] },
    ])
  })
})

describe('the report of a forward', () => {
  it('names each target that misses an item, the item and the reason [FWD-11 FWD-12]', () => {
    expect(report(result(11, '', 'Muted.'), result(12, '', 'Muted.'))).toEqual({
      undelivered: [
        { target: walks, items: [first, second], reason: { key: 'errors.error', text: 'Muted.' } },
      ],
      lostCount: 0,
    })
  })

  it('keeps only the missing items of a target, so that nothing is sent twice (DEC-67)', () => {
    expect(report(result(11, '', ''), result(12, 'Too many.', '')).undelivered).toEqual([
      { target: ben, items: [second], reason: { key: 'errors.error', text: 'Too many.' } },
    ])
  })

  it('counts items that no target can receive, and reports no target for them [FWD-11]', () => {
    const lost = report(result(11, 'Gone.', 'Gone.', 'Gone.'), result(12, '', ''))
    expect(lost).toEqual({ undelivered: [], lostCount: 1 })
  })

  it('counts a response without results as undelivered', () => {
    const { undelivered } = parseForwardReport(batch, toForwardResults(null, batch.items))
    expect(undelivered).toEqual(
      [ben, walks].map((target) => ({ target, items: [first, second], reason: { key: 'errors.error' } })),
    )
  })
})
