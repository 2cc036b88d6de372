import { describe, expect, it } from 'vitest'
import { getInitialSnapshot, getNextSnapshot } from 'xstate'
import {
  type MessageStatus,
  type MessageStep,
  messageProgress,
  messageTransitions,
  nextMessageStatus,
} from '#domain/message/message-transitions.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { type MessageLifeEvent, messageLifeMachine } from '#machines/message/message-life-machine.ts'
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
  ...(['recalled', 'deleted', 'purged', 'burned'] as const),
]
const events: readonly MessageLifeEvent[] = [
  ...steps.map((step): MessageLifeEvent => ({ type: `message.${step}` })),
  ...(['upload.completed', 'try.started', 'try.ended'] as const).map((type) => ({ type })),
]
const stepOf = ({ type }: { readonly type: string }): MessageStep | undefined =>
  steps.find((step) => type === `message.${step}`)

/** Where the machine is, by its outermost state. */
const statusOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.keys(value)[0] : value

type Snapshot = ReturnType<typeof messageLifeMachine.resolveState>
interface Path {
  readonly snapshot: Snapshot
  readonly taken: readonly MessageStep[]
}

/** Every way of so many events that each lead somewhere, loops included. */
function pathsOf(length: number): readonly Path[] {
  const start: Path = { snapshot: getInitialSnapshot(messageLifeMachine), taken: [] }
  const all = [start]
  let longest = [start]
  for (let count = 0; count < length; count++) {
    longest = longest.flatMap(({ snapshot, taken }) =>
      events.flatMap((event) => {
        const next = getNextSnapshot(messageLifeMachine, snapshot, event)
        const step = stepOf(event)
        return next === snapshot || !snapshot.can(event)
          ? []
          : [{ snapshot: next, taken: step ? [...taken, step] : taken }]
      }),
    )
    all.push(...longest)
  }
  return all
}
const paths = pathsOf(7).map(({ snapshot, taken }) => ({ ends: statusOf(snapshot.value), taken }))

describe('the drawn life of a message', () => {
  it('is the table, cell by cell', () => {
    for (const status of statuses)
      for (const step of steps) {
        const from = messageLifeMachine.resolveState({ value: status })
        const to = getNextSnapshot(messageLifeMachine, from, { type: `message.${step}` })
        expect(statusOf(to.value), `${status} by ${step}`).toBe(nextMessageStatus(status, step))
      }
  })

  it('leads by every path where the table leads, and never back [LIFE-06 LIFE-17]', () => {
    expect(paths.length).toBeGreaterThan(1000)
    expect(paths.some(({ taken }) => taken.filter((step) => step === 'retried').length > 2)).toBe(true)
    expect(new Set(paths.map(({ ends }) => ends))).toEqual(new Set(statuses))
    for (const { ends, taken } of paths) {
      let status: MessageStatus = 'pending'
      for (const step of taken) {
        const next = nextMessageStatus(status, step)
        expect(messageProgress[next]).toBeGreaterThanOrEqual(messageProgress[status])
        status = next
      }
      expect(ends, taken.join(' · ')).toBe(status)
    }
  })
})

const own = client('own')

/** What the log says when a step is taken; `attempt` is the one under way. */
function eventsOf(step: MessageStep, attempt: number): readonly NewEvent[] {
  const ids = [idOf(1)]
  switch (step) {
    case 'stalled':
      return [inChat('MessageStalled', { clientId: own, attempt })]
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
    case 'purged':
      return [inChat('ConversationCleared', { through: idOf(1), sequence: 1, activeAt: 600_000 })]
    case 'burned':
      return [inChat('MessagesBurned', { serverIds: ids })]
    case 'read':
      return []
  }
}

/** What a person sees of the message when the log says that these steps were taken. */
function drawnAfter(taken: readonly MessageStep[]): string | undefined {
  const retried = (index: number) => taken.slice(0, index).filter((step) => step === 'retried').length
  const events = [submitted(own), ...taken.flatMap((step, index) => eventsOf(step, 1 + retried(index)))]
  const state = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
  const peerReadUpTo = taken.includes('read') ? idOf(1) : serverId(0)
  return viewTimeline(state, { readUpTo: serverId(0), peerReadUpTo, profile: undefined })[0]?.state
}

const drawn: ReadonlySet<unknown> = new Set(['pending', 'stale', 'failed', 'sent', 'read'])

describe('the log', () => {
  it('shows by every path what the table says [LIFE-06 LIFE-17 LIFE-18 LIFE-19]', () => {
    const lives = new Map(paths.map(({ ends, taken }) => [taken.join(' · '), { ends, taken }]))
    for (const [name, { ends, taken }] of lives)
      expect(drawnAfter(taken), name).toBe(drawn.has(ends) ? ends : undefined)
  })
})
