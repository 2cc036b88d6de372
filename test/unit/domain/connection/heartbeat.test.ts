import { describe, expect, it } from 'vitest'
import { answered, judgeHeartbeat, recordHeartbeat, startHeartbeat } from '#domain/connection/heartbeat.ts'

const beatsAt = (...times: number[]) => times.reduce(recordHeartbeat, startHeartbeat(0))

describe('the heartbeat', () => {
  it('keeps the last 12 beats [SOCK-23]', () => {
    const times = Array.from({ length: 20 }, (_, index) => index * 10_000)
    expect(beatsAt(...times).beats.map(({ sentAt }) => sentAt)).toEqual(times.slice(-12))
  })

  it.each([
    ['silence begins', [], 0, 9999, 'wait'],
    ['10 s of silence', [], 0, 10_000, 'send'],
    ['silence after a frame', [], 5000, 14_999, 'wait'],
    ['10 s after a frame', [], 5000, 15_000, 'send'],
    ['a beat under way', [10_000], 0, 39_999, 'wait'],
    ['a beat unanswered for 30 s', [10_000], 0, 40_000, 'timed-out'],
    ['any frame as a response', [10_000], 12_000, 40_000, 'send'],
  ] as const)('judges %s [SOCK-20 SOCK-22]', (_, beats, lastReceivedAt, now, verdict) => {
    expect(judgeHeartbeat(beatsAt(...beats), lastReceivedAt, now)).toBe(verdict)
  })

  it('is answered by any later frame, not by an earlier one', () => {
    expect(answered(beatsAt(10_000), 9999).beats).toEqual([{ sentAt: 10_000, answeredAt: undefined }])
    expect(answered(beatsAt(10_000), 11_000).beats).toEqual([{ sentAt: 10_000, answeredAt: 11_000 }])
  })
})
