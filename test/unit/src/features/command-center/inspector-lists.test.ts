import { describe, expect, it } from 'vitest'
import type { InspectedActor, InspectedFact, InspectedSignal } from '#schemas/cross-tab/inspection.ts'
import { joinRepetitions, matchesFact, matchesSignal } from '#src/features/command-center/event-lists.tsx'
import { factText, ratePerSecond } from '#src/features/command-center/health.tsx'
import { inspectorText } from '#src/features/command-center/inspector-header.tsx'
import {
  belongsTo,
  chooseActor,
  innermostStates,
  orderActors,
} from '#src/features/command-center/machines-view.tsx'
import { noFaults } from '#src/inspection/faults.ts'

const actor = (session: number, machine: string, more: Partial<InspectedActor> = {}): InspectedActor => ({
  session,
  name: machine,
  machine,
  status: 'active',
  states: [machine],
  taken: 1,
  latest: [],
  ...more,
})
const signal = (sequence: number, more: Partial<InspectedSignal> = {}): InspectedSignal => ({
  ...{ kind: 'signal', sequence, at: 0, session: 1, actor: 'socket', machine: 'socket', status: 'active' },
  ...{ type: 'socket.opened', before: [], states: ['socket', 'socket.live'], latest: [], payload: [] },
  context: [],
  ...more,
})
const fact: InspectedFact = {
  kind: 'fact',
  sequence: 1,
  at: 0,
  segment: 3,
  index: 2,
  stream: 's:1',
  type: 'MessageReceived',
  origin: 'socket',
  payload: ['message.serverId: 9'],
}

describe('machines', () => {
  it('form a tree, the ended ones last', () => {
    const actors = [
      actor(1, 'root'),
      actor(5, 'message', { status: 'done', parent: 3 }),
      actor(3, 'outbox', { parent: 2 }),
      actor(2, 'leader', { parent: 1 }),
      actor(4, 'timeline', { parent: 99 }),
    ]
    expect(orderActors(actors).map(({ actor: { machine }, depth }) => [machine, depth])).toEqual([
      ['root', 0],
      ['leader', 1],
      ['outbox', 2],
      ['timeline', 0],
      ['message', 0],
    ])
  })

  it('show their innermost states, one a region', () => {
    const states = ['auth', 'auth.session', 'auth.session.signedIn', 'auth.wiping', 'auth.wiping.idle']
    expect(innermostStates(actor(1, 'auth', { states }))).toEqual(['session.signedIn', 'wiping.idle'])
  })

  it('keep the chosen one, or else one of its kind, or the outbox', () => {
    const actors = [actor(1, 'root'), actor(2, 'outbox'), actor(3, 'message')]
    const chosen = (session: number, machine: string) => chooseActor(actors, { session, machine })?.session
    expect([chosen(1, 'root'), chosen(9, 'message'), chosen(9, 'gone')]).toEqual([1, 3, 2])
    expect(chooseActor([], undefined)).toBeUndefined()
  })
})

it('machines of an account are those below its own machine, and those of none', () => {
  const actors = [
    actor(1, 'root'),
    actor(2, 'account', { parent: 1 }),
    actor(3, 'account', { parent: 1 }),
    actor(4, 'leader', { parent: 3 }),
  ]
  expect([1, 2, 3, 4].filter(belongsTo(2, { actors, steps: [] }))).toEqual([1, 2])
  expect([1, 2, 3, 4].filter(belongsTo(3, { actors, steps: [] }))).toEqual([1, 3, 4])
})

describe('lists', () => {
  it.each([
    ['', true],
    ['SOCK', true],
    ['opened', true],
    ['live', true],
    ['outbox', false],
  ])('keep signals that fit %j: %s', (filter, fits) => {
    expect(matchesSignal(filter, signal(1))).toBe(fits)
  })

  it('keep events of the log by type, stream and origin', () => {
    expect(['received', 's:1', 'socket', 'draft'].map((filter) => matchesFact(filter, fact))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('group repeated entries, newest first', () => {
    const joined = joinRepetitions([
      signal(1),
      signal(2),
      signal(3, { states: ['socket', 'socket.closed'] }),
      signal(4),
    ])
    expect(joined.map(({ first, signal: { sequence }, times }) => [first, sequence, times])).toEqual([
      [4, 4, 1],
      [3, 3, 1],
      [1, 2, 2],
    ])
  })
})

const text = (id: string) => id.replace('inspection.', '')

describe('counts', () => {
  it.each([
    [{ unit: 'yes-no', value: 1 }, 'yes'],
    [{ unit: 'yes-no', value: 0 }, 'no'],
    [{ unit: 'bytes', value: 999 }, '999 B'],
    [{ unit: 'bytes', value: 1234 }, '1.2 kB'],
    [{ unit: 'duration', value: 0.44 }, '0.4 ms'],
    [{ unit: 'count', value: 7 }, '7'],
  ] as const)('%o reads %s', (given, read) => {
    expect(factText({ name: 'any', ...given }, text)).toBe(read)
  })

  it('average over ten whole seconds', () => {
    const perSecond = [...new Array<number>(49).fill(0), ...new Array<number>(10).fill(2), 50]
    expect(ratePerSecond({ name: 'calls', total: 0, perSecond })).toBe(2)
  })
})

it('all data is readable as text, with the lists filtered', () => {
  const view = {
    actors: [actor(1, 'socket', { states: ['socket', 'socket.live'] })],
    steps: [signal(1), signal(2, { actor: 'outbox', type: 'outbox.changed' }), fact],
    ports: [],
    rates: [],
    models: [{ model: 'friends', segment: 2, version: 1 }],
    ...{ head: 3, counts: {}, faults: noFaults, recording: undefined },
    tabs: [],
    own: 'aaaa',
    watched: 'aaaa',
    isPaused: false,
  }
  const copied = inspectorText(view, 'socket', text)
  expect(copied).toContain('socket  active  live  1')
  expect(copied).toContain('socket.opened  → live')
  expect(copied).not.toContain('outbox.changed')
  expect(copied).toContain('MessageReceived  s:1  socket  message.serverId: 9')
  expect(copied).toContain('friends  2/3  v1')
})
