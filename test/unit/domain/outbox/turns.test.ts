import { describe, expect, it } from 'vitest'
import { leftAlone, nextToTell, nextTurnAt, told } from '#domain/outbox/turns.ts'
import { conversationId, serverId } from '#schemas/ids.ts'

const markOf = (id: number) => ({ conversationId: conversationId('direct', id), upTo: serverId(id) })
const pin = {
  conversationId: conversationId('direct', 1),
  setting: 'pinned',
  isOn: true,
  requestId: 'w',
} as const
const [one, two] = [markOf(1), markOf(2)]
const outbox = { messages: [], readMarks: [one, two], settings: [pin] }
const [first, second] = [{ kind: 'mark', mark: one } as const, { kind: 'mark', mark: two } as const]
const nobody = new Map()

describe('what the server is told beside messages', () => {
  it('has its turn in order: marks, then settings', () => {
    expect(nextToTell(outbox, nobody, 0)).toEqual(first)
    expect(nextToTell({ ...outbox, readMarks: [] }, nobody, 0)).toEqual({ kind: 'setting', setting: pin })
    expect(nextToTell({ messages: [], readMarks: [], settings: [] }, nobody, 0)).toBeUndefined()
  })

  it('is left alone for as long as the table of waits says, alone of its kind and conversation', () => {
    const once = leftAlone(outbox, nobody, first, 500)
    expect(nextToTell(outbox, once, 1499)).toEqual(second)
    expect(nextToTell(outbox, once, 1500)).toEqual(first)
    const thrice = leftAlone(outbox, leftAlone(outbox, once, first, 1500), first, 2500)
    expect(nextTurnAt({ ...outbox, readMarks: [one], settings: [] }, thrice)).toBe(4500)
    expect(nextToTell({ ...outbox, readMarks: [one] }, thrice, 2500)).toEqual({
      kind: 'setting',
      setting: pin,
    })
  })

  it('starts anew once it was told, and is forgotten when it waits no more', () => {
    const both = leftAlone(outbox, leftAlone(outbox, nobody, first, 0), second, 0)
    expect(told(both, first).size).toBe(1)
    expect(leftAlone({ ...outbox, readMarks: [two] }, both, second, 0).size).toBe(1)
  })
})
