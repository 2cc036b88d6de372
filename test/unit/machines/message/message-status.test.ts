import { describe, expect, it } from 'vitest'
import { getNextSnapshot } from 'xstate'
import {
  type MessageStatus,
  type MessageStep,
  messageProgress,
  messageTransitions,
  nextMessageStatus,
} from '#domain/message/message-transitions.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { createMessageMachine, type MessageServices } from '#machines/message/message-machine.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  chat,
  client,
  deleted,
  idOf,
  inChat,
  logged,
  me,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'

const statuses = Object.keys(messageTransitions) as MessageStatus[] // Its keys are the statuses, each once.
const steps: readonly MessageStep[] = [
  ...(['stalled', 'retried', 'failed', 'confirmed', 'read', 'discarded'] as const),
  ...(['recalled', 'deleted', 'cleared', 'expired'] as const),
]
/** The services are not used, because no actor runs. */
const machine = createMessageMachine({} as MessageServices)
type Snapshot = ReturnType<typeof machine.resolveState>

/** A message after its delivery, so that only its status changes. Its context is not read. */
const messageIn = (status: MessageStatus): Snapshot =>
  machine.resolveState({
    value: { status, delivery: 'done' },
    context: {} as Snapshot['context'],
  })
const statusOf = (snapshot: Snapshot): MessageStatus => snapshot.value.status
const take = (snapshot: Snapshot, step: MessageStep) =>
  getNextSnapshot(machine, snapshot, { type: `message.${step}` })

interface Path {
  readonly status: MessageStatus
  readonly taken: readonly MessageStep[]
}

/** Every sequence of at most this number of steps that the table allows for a new message, loops included. */
function pathsOf(length: number): readonly Path[] {
  const start: Path = { status: 'pending', taken: [] }
  const all = [start]
  let longest = [start]
  for (let count = 0; count < length; count++) {
    longest = longest.flatMap(({ status, taken }) =>
      steps.flatMap((step) => {
        const next = messageTransitions[status][step]
        return next === undefined ? [] : [{ status: next, taken: [...taken, step] }]
      }),
    )
    all.push(...longest)
  }
  return all
}
const paths = pathsOf(9)

describe('the status of a message in flight', () => {
  it('follows the table in every cell', () => {
    for (const status of statuses)
      for (const step of steps)
        expect(statusOf(take(messageIn(status), step)), `${status} by ${step}`).toBe(
          nextMessageStatus(status, step),
        )
  })

  it('never moves back, on any path [LIFE-06 LIFE-17]', () => {
    expect(paths.length).toBeGreaterThan(1000)
    expect(paths.some(({ taken }) => taken.filter((step) => step === 'retried').length > 2)).toBe(true)
    expect(new Set(paths.map(({ status }) => status))).toEqual(new Set(statuses))
    for (const { status, taken } of paths) {
      let snapshot = messageIn('pending')
      for (const step of taken) {
        const before = messageProgress[statusOf(snapshot)]
        snapshot = take(snapshot, step)
        expect(messageProgress[statusOf(snapshot)], taken.join(' · ')).toBeGreaterThanOrEqual(before)
      }
      expect(statusOf(snapshot)).toBe(status)
    }
  })
})

const own = client('own')

/** The event of the log for a step; `attempt` is the current one. */
function eventsOf(step: MessageStep, attempt: number): readonly NewEvent[] {
  const ids = [idOf(1)]
  switch (step) {
    case 'stalled':
      return [inChat('MessageBecameStale', { clientId: own, attempt })]
    case 'failed':
      return [inChat('MessageFailed', { clientId: own, attempt, code: 6, reason: '' })]
    case 'retried':
      return [inChat('MessageRetried', { clientId: own, attempt: attempt + 1, submittedAt: 560_000 })]
    case 'discarded':
      return [inChat('MessageDiscarded', { clientId: own })]
    case 'confirmed':
      return [received(1, { clientId: own, senderId: me })]
    case 'recalled':
    case 'deleted':
      return [deleted(1)]
    case 'cleared':
      return [inChat('ConversationCleared', { through: idOf(1), sequence: 1, activeAt: 600_000 })]
    case 'expired':
      return [inChat('MessagesExpired', { serverIds: ids })]
    case 'read':
      return []
  }
}

/** The message as it is shown after the events of these steps. */
function drawnAfter(taken: readonly MessageStep[]): string | undefined {
  const retried = (index: number) => taken.slice(0, index).filter((step) => step === 'retried').length
  const events = [submitted(own), ...taken.flatMap((step, index) => eventsOf(step, 1 + retried(index)))]
  const state = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
  const peerReadUpTo = taken.includes('read') ? idOf(1) : serverId(0)
  return viewTimeline(state, { readUpTo: serverId(0), peerReadUpTo, profile: undefined })[0]?.state
}

const drawn: ReadonlySet<unknown> = new Set(['pending', 'stale', 'failed', 'sent', 'read'])

describe('the log', () => {
  it('has the status of the transition table on every path [LIFE-06 LIFE-17 LIFE-18 LIFE-19]', () => {
    for (const { status, taken } of paths)
      expect(drawnAfter(taken), taken.join(' · ')).toBe(drawn.has(status) ? status : undefined)
  })
})
