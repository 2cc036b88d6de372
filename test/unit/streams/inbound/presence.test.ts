import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { createPresence } from '#streams/inbound/presence.ts'

const [ann, bob, cyd] = [userId(1), userId(2), userId(3)]
const isOnline = true

describe('presence', () => {
  it('keeps frames that arrive during the request of the list [SOCK-66]', () => {
    const presence = createPresence()
    presence.set(bob, true, 10)
    const takeList = presence.expectList()
    presence.set(ann, true, 20)
    presence.set(bob, false, 30)
    takeList([
      { userId: bob, isOnline, lastSeenAt: 10 },
      { userId: cyd, isOnline, lastSeenAt: 5 },
    ])
    expect([...presence.online.get()].sort()).toEqual([ann, cyd])
    expect(presence.lastSeen.get().get(bob)).toBe(30)
    expect(presence.lastSeen.get().get(cyd)).toBe(5)
  })

  it('replaces older frames with the list', () => {
    const presence = createPresence()
    presence.set(ann, true, 10)
    presence.expectList()([{ userId: bob, isOnline }])
    expect([...presence.online.get()]).toEqual([bob])
    expect(presence.lastSeen.get().size).toBe(0)
  })

  it('stays unchanged without a list', () => {
    const presence = createPresence()
    presence.set(ann, true, 10)
    presence.expectList()(undefined)
    expect([...presence.online.get()]).toEqual([ann])
  })

  it('knows when a friend left', () => {
    const presence = createPresence()
    presence.set(ann, true, 10)
    presence.set(ann, false, 40)
    expect(presence.lastSeen.get()).toEqual(new Map([[ann, 40]]))
  })
})
