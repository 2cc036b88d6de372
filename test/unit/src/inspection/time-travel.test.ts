import { describe, expect, it } from 'vitest'
import {
  describeFrame,
  type InspectedActor,
  type InspectedSignal,
  type InspectedStep,
  readInspectionRecording,
  readSentSignal,
} from '#schemas/cross-tab/inspection.ts'
import { describeContext, shownCall } from '#src/inspection/redaction.ts'
import { actorsAt, checkpointsAt, compareLines, rowsAt } from '#src/inspection/time-travel.ts'

const signal = (sequence: number, session: number, before: string[], states: string[]): InspectedSignal => ({
  ...{ kind: 'signal', sequence, at: sequence, session, actor: 'socket', machine: 'socket', type: 'x' },
  ...{ status: 'active', before, states, latest: [], payload: [], context: [] },
})
const fact = (sequence: number, stream: string, row: string[]): InspectedStep => ({
  ...{ kind: 'fact', sequence, at: sequence, segment: sequence, index: 0, stream, type: 'ConversationRead' },
  ...{ origin: 'local', payload: [], row },
})
const written = (sequence: number, segment: number): InspectedStep => ({
  ...{ kind: 'use', sequence, at: sequence, port: 'storage', type: 'model written' },
  payload: ['model: friends', `segment: ${segment}`],
})
const actor = (session: number, states: string[]): InspectedActor => ({
  ...{ session, name: 'socket', machine: 'socket', status: 'active', states, taken: 9, latest: [] },
})

describe('an earlier step', () => {
  const steps = [signal(1, 1, ['a'], ['b']), signal(2, 2, [], ['c']), signal(3, 1, ['b'], ['d'])]
  const actors = [actor(1, ['d']), actor(2, ['c']), actor(3, ['silent'])]
  const statesAt = (at: number) =>
    actorsAt({ actors, steps }, at).map(({ session, states }) => [session, ...states])

  it('has the machines that existed, in their states of then', () => {
    expect(statesAt(0)).toEqual([
      [1, 'a'],
      [3, 'silent'],
    ])
    expect(statesAt(2)).toEqual([
      [1, 'b'],
      [2, 'c'],
      [3, 'silent'],
    ])
    expect(statesAt(3)[0]).toEqual([1, 'd'])
  })

  it('has the rows and checkpoints of then', () => {
    const log = [fact(1, 's:1', ['unread: 1']), written(2, 1), fact(3, 's:1', ['unread: 0']), written(4, 3)]
    expect(rowsAt(log, 2).get('s:1')).toEqual(['unread: 1'])
    expect(rowsAt(log, 3).get('s:1')).toEqual(['unread: 0'])
    expect([0, 2, 4].map((at) => checkpointsAt(log, at).get('friends'))).toEqual([undefined, '1', '3'])
  })

  it('shows what differs from the step before', () => {
    expect(compareLines(['unread: 1', 'gone: 2'], ['unread: 0', 'received: 1–3'])).toEqual([
      { name: 'unread', before: '1', after: '0' },
      { name: 'received', before: undefined, after: '1–3' },
      { name: 'gone', before: '2', after: undefined },
    ])
  })
})

describe('redaction', () => {
  it('keeps the command, ids and length of a frame', () => {
    const frame =
      '{"Cmd":"Chat","chat":{"ID":57,"Message":"a secret \\"ID\\":99","ClientMsgId":"abcdefghij0123456789"}}'
    expect(describeFrame(frame)).toEqual([
      ...['command: Chat', 'serverId: 57', 'clientId: abcdef', `bytes: ${frame.length}`],
    ])
    expect(describeFrame('{"Cmd":"secret","ID":1795883778883}')).toEqual(['command: (other)', 'bytes: 35'])
  })

  it('keeps counters and switches of a context', () => {
    expect(describeContext({ failures: 2, hasRenewed: true, token: 'secret', wait: 'secret' })).toEqual([
      ...['failures: 2', 'hasRenewed: true'],
    ])
  })

  it.each([
    ['https://chat.example/Api/SendChat?x=secret', '/Api/SendChat'],
    ['/files/0a1b2c', '(other)'],
  ])('shows the call %s as %s', (url, shown) => {
    expect(shownCall(url)).toBe(shown)
  })

  it('drops fields of a recording that the schema does not name', () => {
    const tab = { tab: 'aaaa', startedAt: 0, path: '/', role: 'leads', token: 'secret' }
    const faults = { isSocketCut: false, isStorageFull: false, clockShift: 0, delay: 0 }
    const report = {
      from: tab,
      actors: [],
      steps: [],
      ports: [],
      rates: [],
      models: [],
      counts: {},
      faults,
      head: 0,
    }
    const text = JSON.stringify({ format: 1, title: 't', findings: [], tabs: [report], body: 'secret' })
    expect(readInspectionRecording(text)?.tabs).toHaveLength(1)
    expect(JSON.stringify(readInspectionRecording(text))).not.toContain('secret')
    expect(readInspectionRecording('{"format":2}')).toBeUndefined()
  })
})

it.each([
  ['{"type":"connection.requested"}', true],
  ['{"type":"older.requested","count":20}', true],
  ['{"type":"older.requested","count":"many"}', false],
  ['{"type":"connection.requested","more":1}', false],
  ['{"type":"token.rejected","token":"t"}', false],
  ['no JSON', false],
])('a signal sent by hand is checked: %s', (text, isAccepted) => {
  expect('type' in readSentSignal(text)).toBe(isAccepted)
})
