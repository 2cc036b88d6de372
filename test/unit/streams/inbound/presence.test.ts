import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { createPresence } from '#streams/inbound/presence.ts'

const [ann, bob, cyd] = [userId(1), userId(2), userId(3)]

describe('presence', () => {
  it('keeps what frames said while an older list was on its way [SOCK-66]', () => {
    const presence = createPresence()
    presence.set(bob, true)
    const takeList = presence.expectList()
    presence.set(ann, true)
    presence.set(bob, false)
    takeList([bob, cyd])
    expect([...presence.online.get()].sort()).toEqual([ann, cyd])
  })

  it('takes the list for everything said before it was asked for', () => {
    const presence = createPresence()
    presence.set(ann, true)
    presence.expectList()([bob])
    expect([...presence.online.get()]).toEqual([bob])
  })

  it('stays as it is when no list came', () => {
    const presence = createPresence()
    presence.set(ann, true)
    presence.expectList()(undefined)
    expect([...presence.online.get()]).toEqual([ann])
  })
})
