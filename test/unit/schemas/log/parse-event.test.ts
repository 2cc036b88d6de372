import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import { inAccount, logged } from '#test/unit/domain/log-events.ts'

const [event] = logged([inAccount('FriendRemoved', { userId: userId(3) })])

describe('reading a stored event', () => {
  it('returns the event as it was written', () => {
    expect(parseLogEvent(structuredClone(event))).toEqual({ kind: 'event', event })
  })

  it.each([
    { title: 'a type of a later program', change: { type: 'MoonLanded' }, type: 'MoonLanded' },
    { title: 'a version of a later program', change: { version: 2 }, type: 'FriendRemoved v2' },
    { title: 'a version that never was', change: { version: 0.5 }, type: 'FriendRemoved v0.5' },
    { title: 'a name every object has', change: { type: 'toString' }, type: 'toString' },
  ])('leaves $title unfolded', ({ change, type }) => {
    expect(parseLogEvent({ ...event, ...change })).toEqual({ kind: 'unknown', type })
  })

  it.each([
    { title: 'nothing', value: null },
    { title: 'a text', value: 'FriendRemoved' },
    { title: 'no envelope', value: { type: 'FriendRemoved', data: { userId: 3 } } },
    { title: 'data of another shape', value: { ...event, data: { userId: 'three' } } },
    { title: 'a stream that is no conversation', value: { ...event, stream: 'nowhere' } },
  ])('calls $title broken, and never throws', ({ value }) => {
    expect(parseLogEvent(value).kind).toBe('broken')
  })

  it('reports a corrupt event without any of its text', () => {
    const broken = { ...event, data: { userId: 'my secret' }, type: 'FriendRemoved' }
    expect(JSON.stringify(parseLogEvent(broken))).not.toContain('secret')
  })
})
