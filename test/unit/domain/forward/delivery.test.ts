import { describe, expect, it } from 'vitest'
import { batchesOf, reportOf } from '#domain/forward/delivery.ts'
import { serverId } from '#schemas/ids.ts'
import { toForwardResults } from '#schemas/translate/forwarding.ts'

const [first, second] = [serverId(11), serverId(12)]
const ben = { kind: 'person', id: 8 } as const
const walks = { kind: 'group', id: 4 } as const
const batch = { messages: [first, second], targets: [ben, walks] }

const result = (ChatID: number, ben: string, walks: string, lost = '') => ({
  ChatID,
  Error: lost,
  UserResults: [{ UserID: 8, Success: ben === '' ? (1 as const) : (0 as const), Msg: ben }],
  GroupResults: [{ GroupID: 4, Success: walks === '' ? (1 as const) : (0 as const), Msg: walks }],
})
const report = (...results: Parameters<typeof toForwardResults>[0] & {}) =>
  reportOf(batch, toForwardResults(results, batch.messages))

describe('deliveries', () => {
  it('of the same messages go in one call', () => {
    const deliveries = [
      { target: ben, messages: [first, second] },
      { target: walks, messages: [first, second] },
      { target: { kind: 'person', id: 9 } as const, messages: [second] },
      { target: { kind: 'person', id: 10 } as const, messages: [] },
    ]
    expect(batchesOf(deliveries)).toEqual([
      batch,
      { messages: [second], targets: [{ kind: 'person', id: 9 }] },
    ])
  })
})

describe('the report of a forward', () => {
  it('names each target that misses something, what it misses and why [FWD-11 FWD-12]', () => {
    expect(report(result(11, '', 'Muted.'), result(12, '', 'Muted.'))).toEqual({
      undelivered: [
        { target: walks, messages: [first, second], reason: { key: 'errors.error', text: 'Muted.' } },
      ],
      lostCount: 0,
    })
  })

  it('keeps of a target only what it has not got, so that nothing is sent twice (DEC-67)', () => {
    expect(report(result(11, '', ''), result(12, 'Too many.', '')).undelivered).toEqual([
      { target: ben, messages: [second], reason: { key: 'errors.error', text: 'Too many.' } },
    ])
  })

  it('counts what could go to nobody, and blames no target for it [FWD-11]', () => {
    const lost = report(result(11, 'Gone.', 'Gone.', 'Gone.'), result(12, '', ''))
    expect(lost).toEqual({ undelivered: [], lostCount: 1 })
  })

  it('takes an answer without results as nothing delivered', () => {
    const { undelivered } = reportOf(batch, toForwardResults(null, batch.messages))
    expect(undelivered).toEqual(
      [ben, walks].map((target) => ({ target, messages: [first, second], reason: { key: 'errors.error' } })),
    )
  })
})
