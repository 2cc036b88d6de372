import { describe, expect, it } from 'vitest'
import {
  canRetryMessage,
  type MessageStatus,
  type MessageStep,
  messageProgress,
  messageTransitions,
  nextMessageStatus,
} from '#domain/message/message-transitions.ts'

/** The next status by status and step; a missing step changes nothing. */
const expected: Readonly<Record<MessageStatus, Readonly<Partial<Record<MessageStep, MessageStatus>>>>> = {
  pending: { stalled: 'stale', failed: 'failed', confirmed: 'sent', discarded: 'discarded' },
  stale: { retried: 'pending', failed: 'failed', confirmed: 'sent', discarded: 'discarded' },
  failed: { retried: 'pending', confirmed: 'sent', discarded: 'discarded' },
  discarded: { confirmed: 'sent' },
  sent: { read: 'read', recalled: 'recalled', deleted: 'deleted', cleared: 'cleared', expired: 'expired' },
  read: { recalled: 'recalled', deleted: 'deleted', cleared: 'cleared', expired: 'expired' },
  recalled: {},
  deleted: {},
  cleared: {},
  expired: {},
}
const statuses = Object.keys(expected) as MessageStatus[] // Its keys are the statuses, each once.
const steps: readonly MessageStep[] = [
  ...(['stalled', 'retried', 'failed', 'confirmed', 'read', 'discarded'] as const),
  ...(['recalled', 'deleted', 'cleared', 'expired'] as const),
]

const pairs = statuses.flatMap((status) =>
  steps.map((step) => ({ status, step, next: expected[status][step] ?? status })),
)

describe('the life of a message', () => {
  it.each(pairs)('moves from $status by $step to $next', ({ status, step, next }) => {
    expect(nextMessageStatus(status, step)).toBe(next)
  })

  it('names every status in its table', () => {
    expect(Object.keys(messageTransitions).sort()).toEqual([...statuses].sort())
  })

  it('never moves back, on any path [LIFE-06 LIFE-17]', () => {
    for (const { status, next } of pairs)
      expect(messageProgress[next]).toBeGreaterThanOrEqual(messageProgress[status])
  })

  it.each(['stale', 'failed', 'discarded'] as const)(
    'takes a late confirmation of a %s message as sent [LIFE-06]',
    (status) => {
      expect(nextMessageStatus(status, 'confirmed')).toBe('sent')
    },
  )

  it('offers Retry for stale and failed messages and for no other (DEC-03) [LIFE-10]', () => {
    expect(statuses.filter(canRetryMessage)).toEqual(['stale', 'failed'])
  })
})
