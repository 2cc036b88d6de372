import { describe, expect, it } from 'vitest'
import {
  clearPause,
  nextPauseEnd,
  nextPendingUpdate,
  pauseAfterFailure,
  type UpdatePause,
} from '#domain/outbox/pending-updates.ts'
import { conversationId, serverId } from '#schemas/ids.ts'

const markOf = (id: number) => ({ conversationId: conversationId('direct', id), upTo: serverId(id) })
const pin = {
  conversationId: conversationId('direct', 1),
  setting: 'pinned',
  isOn: true,
  requestId: 'w',
} as const
const [one, two] = [markOf(1), markOf(2)]
const outbox = {
  messages: [],
  readMarkers: [one, two],
  settings: [pin],
  reactions: [],
  edits: [],
  pins: [],
  drafts: [],
}
const [first, second] = [{ kind: 'mark', mark: one } as const, { kind: 'mark', mark: two } as const]
const none: readonly UpdatePause[] = []

describe('pending updates other than messages', () => {
  it('has its turn in order: marks, then settings', () => {
    expect(nextPendingUpdate(outbox, none, 0)).toEqual(first)
    expect(nextPendingUpdate({ ...outbox, readMarkers: [] }, none, 0)).toEqual({
      kind: 'setting',
      setting: pin,
    })
    expect(
      nextPendingUpdate(
        { messages: [], readMarkers: [], settings: [], reactions: [], edits: [], pins: [], drafts: [] },
        none,
        0,
      ),
    ).toBeUndefined()
  })

  it('wait as long as the table says, each kind and conversation separately', () => {
    const once = pauseAfterFailure(outbox, none, first, 500)
    expect(nextPendingUpdate(outbox, once, 1499)).toEqual(second)
    expect(nextPendingUpdate(outbox, once, 1500)).toEqual(first)
    const thrice = pauseAfterFailure(outbox, pauseAfterFailure(outbox, once, first, 1500), first, 2500)
    expect(nextPauseEnd({ ...outbox, readMarkers: [one], settings: [] }, thrice)).toBe(4500)
    expect(nextPendingUpdate({ ...outbox, readMarkers: [one] }, thrice, 2500)).toEqual({
      kind: 'setting',
      setting: pin,
    })
  })

  it('start over after a delivery, and are forgotten when nothing is pending', () => {
    const both = pauseAfterFailure(outbox, pauseAfterFailure(outbox, none, first, 0), second, 0)
    expect(clearPause(both, first)).toHaveLength(1)
    expect(pauseAfterFailure({ ...outbox, readMarkers: [two] }, both, second, 0)).toHaveLength(1)
  })
})
