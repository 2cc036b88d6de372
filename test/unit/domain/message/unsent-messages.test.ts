import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareUnsent, evolveUnsent, type UnsentMessages } from '#domain/message/unsent-messages.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { acknowledged, chat, client, inChat, logged, me, received, submitted } from '../log-events.ts'

const own = client('own')
const stalled = (attempt: number) => inChat('MessageBecameStale', { clientId: own, attempt })
const failed = (attempt: number) =>
  inChat('MessageFailed', { clientId: own, attempt, code: 5, reason: 'later' })
const retried = (attempt: number, submittedAt = 560_000) =>
  inChat('MessageRetried', { clientId: own, attempt, submittedAt })
const retriedAfterLogin = (attempt: number) => inChat('MessageRetried', { clientId: own, attempt })
const discarded = inChat('MessageDiscarded', { clientId: own })

function fold(events: readonly NewEvent[]): UnsentMessages {
  const unsent: UnsentMessages = new Map()
  for (const event of logged(events)) evolveUnsent(unsent, chat, me, event)
  return unsent
}

describe('unsent messages', () => {
  it.each([
    { title: 'is pending once submitted', events: [], state: 'pending', attempt: 1 },
    { title: 'stalls', events: [stalled(1)], state: 'stale', attempt: 1 },
    { title: 'fails', events: [failed(1)], state: 'failed', attempt: 1 },
    { title: 'fails after it stalled', events: [stalled(1), failed(1)], state: 'failed', attempt: 1 },
    { title: 'does not stall after it failed', events: [failed(1), stalled(1)], state: 'failed', attempt: 1 },
    { title: 'is pending again', events: [stalled(1), retried(2)], state: 'pending', attempt: 2 },
    {
      title: 'forgets what an older attempt came to',
      events: [retried(2), stalled(1), failed(1)],
      state: 'pending',
      attempt: 2,
    },
    {
      title: 'takes a repeated retry once',
      events: [retried(2), stalled(2), retried(2)],
      state: 'stale',
      attempt: 2,
    },
  ])('a message $title [LIFE-12]', ({ events, state, attempt }) => {
    expect(fold([submitted(own), ...events]).get(own)).toMatchObject({ state, attempt })
  })

  it('keeps its client id across a retry and gets a fresh time [LIFE-12]', () => {
    const record = fold([submitted(own, 550_000), stalled(1), retried(2, 570_000)]).get(own)
    expect(record).toMatchObject({ clientId: own, submittedAt: 570_000, body: `own ${own}` })
  })

  it('gets its body from its upload, and loses it when it is retried after a rejection [LIFE-02]', () => {
    const attachment = { fileKey: 'file', name: 'holiday.png', contentType: 'image/png', size: 1 }
    const picture = { clientId: own, type: 'pic', body: '', submittedAt: 550_000, attachment } as const
    const uploaded = (body: string) => inChat('MessageUploaded', { clientId: own, body })
    const sent = [inChat('MessageSubmitted', picture), uploaded('first'), uploaded('late')]
    const bodyAfter = (...events: readonly NewEvent[]) => fold([...sent, ...events]).get(own)?.body
    expect(bodyAfter()).toBe('first')
    expect(bodyAfter(stalled(1), retried(2))).toBe('first')
    expect(bodyAfter(failed(1), retried(2))).toBe('')
    expect(bodyAfter(failed(1), retried(2), uploaded('second'))).toBe('second')
  })

  it('gets the transcoded file in place of the picked one; only the first one counts [LIFE-02]', () => {
    const made = { fileKey: 'made', name: 'holiday.webp', contentType: 'image/webp', size: 1 }
    const picked = { ...made, fileKey: 'picked', preparation: { limit: 10 } }
    const picture = { clientId: own, type: 'pic', body: '', submittedAt: 550_000 } as const
    const sent = (attachment: typeof made) => inChat('MessageSubmitted', { ...picture, attachment })
    const prepared = (fileKey: string) =>
      inChat('MessagePrepared', { clientId: own, attachment: { ...made, fileKey } })
    const fileAfter = (...events: readonly NewEvent[]) => fold(events).get(own)?.attachment
    expect(fileAfter(sent(picked))).toEqual(picked)
    expect(fileAfter(sent(picked), prepared('made'), prepared('late'))).toEqual(made)
    expect(fileAfter(sent(picked), prepared('made'), failed(1), retried(2))).toEqual(made)
    expect(fileAfter(sent(made), prepared('other'))).toEqual(made)
    expect(fileAfter(prepared('made'))).toBeUndefined()
  })

  it.each([
    { title: 'acknowledged', last: acknowledged(own, 4) },
    { title: 'seen among the received ones', last: received(4, { clientId: own, senderId: me }) },
    { title: 'discarded', last: discarded },
  ])('leaves once it is $title, however late, and does not return [LIFE-06 LIFE-15]', ({ last }) => {
    const events = [submitted(own), stalled(1), failed(1), last]
    expect(fold(events).size).toBe(0)
    expect(fold([...events, stalled(2), failed(2), retried(3), last]).size).toBe(0)
  })

  it("is not confirmed by another person's message that happens to bear its client id", () => {
    expect(fold([submitted(own), received(4, { clientId: own })]).size).toBe(1)
  })

  it('does not depend on the order and number of the events of one attempt', () => {
    const second = [stalled(1), failed(1), stalled(2), failed(2)]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...second), { maxLength: 8 }), (events) => {
        const sorted = [...events].sort((left, right) => (left.type < right.type ? -1 : 1))
        const start = [submitted(own), retried(2)]
        expect(fold([...start, ...events])).toEqual(fold([...start, ...sorted]))
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  const orderAfter = (...events: readonly NewEvent[]) =>
    [...fold(events).values()].sort(compareUnsent).map(({ clientId }) => clientId)

  it('are ordered by log position, also if the clock was set back between them (DEC-99)', () => {
    const [a, b, c] = [client('a'), client('b'), client('c')]
    expect(orderAfter(submitted(b, 2000), submitted(a, 2000), submitted(c, 1000))).toEqual([b, a, c])
  })

  it('take the position of a retry by the user, also if the clock was set back before it [LIFE-12] (DEC-99)', () => {
    const later = client('later')
    expect(orderAfter(submitted(own, 9000), submitted(later, 9001), stalled(1), retried(2, 1000))).toEqual([
      later,
      own,
    ])
  })

  it('keep their time and position when the outbox retries them after a login (DEC-107)', () => {
    const events = [submitted(own, 9000), submitted(client('later'), 1000), stalled(1), retriedAfterLogin(2)]
    expect(orderAfter(...events)).toEqual([own, client('later')])
    expect(fold(events).get(own)).toMatchObject({ attempt: 2, state: 'pending', submittedAt: 9000 })
  })

  it('get their log position when the storage accepts the in-memory segment', () => {
    const unsent: UnsentMessages = new Map()
    const events = logged([submitted(own), retried(2)])
    const positions = [
      { inMemory: 1, index: 0 },
      { segment: 7, index: 2 },
      { segment: 9, index: 0 },
    ]
    const seen = positions.map((position) => {
      for (const event of events) evolveUnsent(unsent, chat, me, { ...event, position })
      return unsent.get(own)
    })
    expect(seen.map((record) => record?.position)).toEqual([positions[0], positions[1], positions[1]])
    expect(seen[2]).toMatchObject({ attempt: 2, state: 'pending' })
  })
})
