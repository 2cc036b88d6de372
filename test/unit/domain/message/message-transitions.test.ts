import { describe, expect, it } from 'vitest'
import {
  canRetryMessage,
  type MessageStatus,
  type MessageStep,
  messageProgress,
  messageTransitions,
  nextMessageStatus,
} from '#domain/message/message-transitions.ts'

const statuses: readonly MessageStatus[] = [
  'pending',
  'stale',
  'failed',
  'discarded',
  'sent',
  'read',
  'burned',
]
const steps: readonly MessageStep[] = [
  'stalled',
  'retried',
  'failed',
  'confirmed',
  'read',
  'discarded',
  'burned',
]

/** What each pair leads to; a row per status, a column per step, in the order above. */
const expected: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  pending: ['stale', 'pending', 'failed', 'sent', 'pending', 'discarded', 'pending'],
  stale: ['stale', 'pending', 'failed', 'sent', 'stale', 'discarded', 'stale'],
  failed: ['failed', 'pending', 'failed', 'sent', 'failed', 'discarded', 'failed'],
  discarded: ['discarded', 'discarded', 'discarded', 'sent', 'discarded', 'discarded', 'discarded'],
  sent: ['sent', 'sent', 'sent', 'sent', 'read', 'sent', 'burned'],
  read: ['read', 'read', 'read', 'read', 'read', 'read', 'burned'],
  burned: ['burned', 'burned', 'burned', 'burned', 'burned', 'burned', 'burned'],
}

const pairs = statuses.flatMap((status) =>
  steps.map((step, index) => ({ status, step, next: expected[status][index] })),
)

describe('the life of a message', () => {
  it.each(pairs)('goes from $status by $step to $next', ({ status, step, next }) => {
    expect(nextMessageStatus(status, step)).toBe(next)
  })

  it('names every status in its table', () => {
    expect(Object.keys(messageTransitions).sort()).toEqual([...statuses].sort())
  })

  it('never goes backwards, by any path [LIFE-06 LIFE-17]', () => {
    for (const { status, next } of pairs) {
      if (!next) throw new Error('the table of this test has a hole')
      expect(messageProgress[next]).toBeGreaterThanOrEqual(messageProgress[status])
    }
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
