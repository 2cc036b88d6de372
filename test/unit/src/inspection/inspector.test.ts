import { describe, expect, it } from 'vitest'
import {
  type InspectedSignal,
  type InspectedTab,
  readInspectionRecording,
} from '#schemas/cross-tab/inspection.ts'
import { noFaults } from '#src/inspection/faults.ts'
import type { Inspection } from '#src/inspection/inspection.ts'
import { createInspectionChannel, serveInspection } from '#src/inspection/inspection-channel.ts'
import { createInspector } from '#src/inspection/inspector.ts'
import { isSignal } from '#src/inspection/time-travel.ts'
import type { ChannelPort } from '#streams/ports.ts'
import { SimulatedClock } from '../../machines/simulated-clock.ts'

/** A channel between the tabs of one test; a tab does not receive its own messages. */
const createChannels = () => {
  const ends: { readonly listeners: Set<(message: unknown) => void> }[] = []
  const posted: unknown[] = []
  const open = (): ChannelPort => {
    const end = { listeners: new Set<(message: unknown) => void>() }
    ends.push(end)
    return {
      post(message) {
        posted.push(message)
        for (const other of ends)
          if (other !== end) for (const listener of other.listeners) listener(structuredClone(message))
      },
      subscribe(listener) {
        end.listeners.add(listener)
        return () => end.listeners.delete(listener)
      },
    }
  }
  return { open, posted }
}

/** A signal of a machine, as the test names it. */
const signalOf = (sequence: number, actor: string, type: string): InspectedSignal => ({
  ...{ kind: 'signal', sequence, at: 0, session: 1, actor, machine: 'socket', type, status: 'active' },
  ...{ before: [], states: [], latest: [], payload: [], context: [] },
})

/** An inspection whose signals the test sends. */
function fakeInspection(tab: string, role: InspectedTab['role']) {
  const signals: InspectedSignal[] = []
  const done: unknown[] = []
  const self = (): InspectedTab => ({ tab, startedAt: 0, path: '/messages', role })
  const inspection: Inspection = {
    tab,
    inspect: () => {},
    observe: (ports) => ports,
    self,
    inject: (faults) => void done.push(faults),
    send: (session, signal) => void done.push([session, signal]),
    report: (after) => ({
      from: self(),
      steps: signals.filter(({ sequence }) => sequence > after),
      ...{ actors: [], ports: [], rates: [], models: [], counts: {}, faults: noFaults },
      head: signals.length,
    }),
  }
  const happen = (type: string) => signals.push(signalOf(signals.length + 1, tab, type))
  return { inspection, happen, done }
}

function twoTabs(role: InspectedTab['role'] = 'leads') {
  const clock = new SimulatedClock()
  const channels = createChannels()
  const app = fakeInspection('aaaa', role)
  const own = fakeInspection('bbbb', 'follows')
  serveInspection(app.inspection, createInspectionChannel(channels.open()))
  const inspector = createInspector({
    inspection: own.inspection,
    channel: createInspectionChannel(channels.open()),
    clock,
    nextFrame: (callback) => callback(),
  })
  const shown = () =>
    inspector
      .get()
      .steps.filter(isSignal)
      .map(({ actor, type }) => `${actor} ${type}`)
  return { clock, channels, app, own, inspector, shown }
}

describe('an inspector', () => {
  it('watches the leader tab until another one is chosen', async () => {
    const { app, clock, inspector, own, shown } = twoTabs()
    app.happen('first')
    own.happen('elsewhere')
    const stop = inspector.start()
    await clock.advance(500)
    expect(inspector.get().watched).toBe('aaaa')
    expect(shown()).toEqual(['aaaa first'])
    inspector.watch('bbbb')
    await clock.advance(500)
    expect(shown()).toEqual(['bbbb elsewhere'])
    stop()
  })

  it('watches its own tab without another leader', async () => {
    const { clock, inspector, own, shown } = twoTabs('signed-out')
    own.happen('here')
    const stop = inspector.start()
    await clock.advance(500)
    expect(inspector.get().tabs.map(({ tab }) => tab)).toEqual(['bbbb', 'aaaa'])
    expect(shown()).toEqual(['bbbb here'])
    stop()
  })

  it('adds new entries, each once', async () => {
    const { app, clock, inspector, shown } = twoTabs()
    const stop = inspector.start()
    app.happen('first')
    await clock.advance(500)
    app.happen('second')
    await clock.advance(500)
    expect(shown()).toEqual(['aaaa first', 'aaaa second'])
    const before = inspector.get()
    await clock.advance(1000)
    expect(inspector.get()).toBe(before)
    stop()
  })

  it('does not change while paused and catches up afterwards', async () => {
    const { app, clock, inspector, shown } = twoTabs()
    const stop = inspector.start()
    await clock.advance(500)
    inspector.setPaused(true)
    app.happen('meanwhile')
    await clock.advance(500)
    expect(shown()).toEqual([])
    inspector.setPaused(false)
    await clock.advance(500)
    expect(shown()).toEqual(['aaaa meanwhile'])
    stop()
  })

  it('shows only entries after clearing', async () => {
    const { app, clock, inspector, shown } = twoTabs()
    const stop = inspector.start()
    app.happen('before')
    await clock.advance(500)
    inspector.clear()
    app.happen('after')
    await clock.advance(500)
    expect(shown()).toEqual(['aaaa after'])
    stop()
  })

  it('injects faults and sends signals into the watched tab only', async () => {
    const { app, clock, inspector, own } = twoTabs()
    const stop = inspector.start()
    await clock.advance(500)
    const faults = { ...noFaults, isSocketCut: true }
    inspector.inject(faults)
    inspector.send(7, { type: 'connection.requested' })
    expect(app.done).toEqual([faults, [7, { type: 'connection.requested' }]])
    inspector.watch('bbbb')
    inspector.inject(noFaults)
    expect(own.done).toEqual([noFaults])
    stop()
  })

  it('saves what is shown and shows it again, and then neither watches nor changes', async () => {
    const { app, clock, inspector, shown } = twoTabs()
    const stop = inspector.start()
    app.happen('recorded')
    await clock.advance(500)
    const saved = readInspectionRecording(JSON.stringify(inspector.record('a title')))
    app.happen('later')
    await clock.advance(500)
    inspector.open(saved)
    app.happen('meanwhile')
    await clock.advance(500)
    expect(shown()).toEqual(['aaaa recorded'])
    expect(inspector.get().recording).toEqual({ title: 'a title', findings: [] })
    inspector.open(undefined)
    await clock.advance(500)
    expect(shown()).toEqual(['aaaa recorded', 'aaaa later', 'aaaa meanwhile'])
    stop()
  })

  it('drops a closed tab', async () => {
    const { channels, clock, inspector } = twoTabs()
    const stop = inspector.start()
    await clock.advance(500)
    createInspectionChannel(channels.open()).post({ kind: 'gone', tab: 'aaaa' })
    await clock.advance(200)
    expect(inspector.get().watched).toBe('bbbb')
    stop()
  })

  it('keeps what it shows of a closed tab while paused', async () => {
    const { app, channels, clock, inspector, shown } = twoTabs()
    const stop = inspector.start()
    app.happen('last')
    await clock.advance(500)
    inspector.setPaused(true)
    createInspectionChannel(channels.open()).post({ kind: 'gone', tab: 'aaaa' })
    await clock.advance(500)
    expect(shown()).toEqual(['aaaa last'])
    inspector.setPaused(false)
    await clock.advance(500)
    expect(inspector.get().watched).toBe('bbbb')
    stop()
  })

  it('requests nothing before it starts and after it stops, and unasked tabs stay silent', async () => {
    const { channels, clock, inspector } = twoTabs()
    await clock.advance(5000)
    expect(channels.posted).toEqual([])
    inspector.start()()
    const postedCount = channels.posted.length
    await clock.advance(5000)
    expect(channels.posted).toHaveLength(postedCount)
  })
})

describe('the channel', () => {
  it('neither posts nor passes on messages outside the schema', () => {
    const channels = createChannels()
    const raw = channels.open()
    const channel = createInspectionChannel(channels.open())
    const received: unknown[] = []
    channel.subscribe((message) => received.push(message))
    const tab = { tab: 'aaaa', startedAt: 0, path: '/', role: 'leads' as const }
    const smuggled = { kind: 'present' as const, tab: { ...tab, body: 'planted' }, token: 'planted' }
    raw.post(smuggled)
    raw.post('planted')
    raw.post({ kind: 'unknown', text: 'planted' })
    expect(received).toEqual([{ kind: 'present', tab }])
    channel.post(smuggled)
    expect(channels.posted.at(-1)).toEqual({ kind: 'present', tab })
  })
})
