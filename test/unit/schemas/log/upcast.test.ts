import { describe, expect, it } from 'vitest'
import { eventVersion } from '#schemas/log/events.ts'
import { type Upcasters, upcast, upcasters } from '#schemas/log/parse-event.ts'

/** An earlier schema in which drafts had a body, then a text without a time. */
const steps: Upcasters = {
  DraftSaved: {
    1: (data) => ({ text: (data as { body: string }).body }), // written by version 1 of this test's past
    2: (data) => ({ ...(data as object), savedAt: 0 }), // written by version 2
  },
}
const versions = { ...eventVersion, DraftSaved: 3 }

describe('upcasting an event to the current version', () => {
  it('applies every version’s step in order', () => {
    expect(upcast('DraftSaved', 1, { body: 'hi' }, steps, versions)).toEqual({
      data: { text: 'hi', savedAt: 0 },
    })
    expect(upcast('DraftSaved', 2, { text: 'hi' }, steps, versions)).toEqual({
      data: { text: 'hi', savedAt: 0 },
    })
    const today = { text: 'hi', savedAt: 5 }
    expect(upcast('DraftSaved', 3, today, steps, versions)).toEqual({ data: today })
  })

  it('leaves events without a step, and events of a later program, unchanged', () => {
    expect(upcast('DraftSaved', 1, { body: 'hi' }, {}, versions)).toBeUndefined()
    expect(upcast('DraftSaved', 4, {}, steps, versions)).toBeUndefined()
  })

  it('has a step from every past version of every event', () => {
    for (const [type, version] of Object.entries(eventVersion)) {
      const known = Object.keys(upcasters[type as keyof typeof eventVersion] ?? {}) // keys of eventVersion
      expect(known, type).toHaveLength(version - 1)
    }
  })
})
