import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { createPresence } from '#streams/inbound/presence.ts'

const [ann, bob, cyd] = [userId(1), userId(2), userId(3)]

describe('presence', () => {
  it('keeps frames that arrive during the request of the list [SOCK-66]', () => {
    const presence = createPresence()
    presence.set(bob, true)
    const takeList = presence.expectList()
    presence.set(ann, true)
    presence.set(bob, false)
    takeList([bob, cyd])
    expect([...presence.online.get()].sort()).toEqual([ann, cyd])
  })

  it('replaces older frames with the list', () => {
    const presence = createPresence()
    presence.set(ann, true)
    presence.expectList()([bob])
    expect([...presence.online.get()]).toEqual([bob])
  })

  it('stays unchanged without a list', () => {
    const presence = createPresence()
    presence.set(ann, true)
    presence.expectList()(undefined)
    expect([...presence.online.get()]).toEqual([ann])
  })
})
