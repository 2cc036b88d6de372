import { describe, expect, it } from 'vitest'
import { createActor, setup } from 'xstate'
import { allCharts } from '#machines/inspection/all-charts.ts'
import {
  activeStates,
  type ChartState,
  type ChartTransition,
  chartOf,
  statesIn,
} from '#machines/inspection/machine-chart.ts'

const lamp = setup({
  actions: { glow: () => {}, dim: () => {} },
  guards: { hasPower: () => true },
  delays: { tired: 1000 },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { press: { guard: 'hasPower', target: 'on', actions: 'glow' }, shake: {} }, always: [] },
    on: {
      entry: 'glow',
      exit: 'dim',
      after: { tired: 'broken' },
      type: 'parallel',
      states: {
        colour: { initial: 'warm', states: { warm: { on: { turn: 'cold' } }, cold: {} } },
        noise: { initial: 'quiet', states: { quiet: {} } },
      },
    },
    broken: { type: 'final' },
  },
})
const chart = chartOf(lamp)
const stateOf = (id: string): ChartState => {
  const found = statesIn(chart.root).find((state) => state.id === id)
  if (!found) throw new Error(`no state ${id}`)
  return found
}
const usual: ChartTransition = {
  key: 'lamp.on.colour.warm#0',
  trigger: 'signal',
  name: 'turn',
  guard: undefined,
  actions: [],
  targets: ['lamp.on.colour.cold'],
  isIgnored: false,
}

describe('the chart of a machine', () => {
  it('contains every state with its kind and its parent’s initial state', () => {
    expect(statesIn(chart.root).map(({ id, type, isInitial }) => [id, type, isInitial])).toEqual([
      ['lamp', 'compound', false],
      ['lamp.off', 'atomic', true],
      ['lamp.on', 'parallel', false],
      ['lamp.on.colour', 'compound', false],
      ['lamp.on.colour.warm', 'atomic', true],
      ['lamp.on.colour.cold', 'atomic', false],
      ['lamp.on.noise', 'compound', false],
      ['lamp.on.noise.quiet', 'atomic', true],
      ['lamp.broken', 'final', false],
    ])
  })

  it('names signals, delays, guards, actions and targets', () => {
    expect(stateOf('lamp.on.colour.warm').transitions).toEqual([usual])
    expect(stateOf('lamp.off').transitions).toEqual([
      {
        ...usual,
        key: 'lamp.off#0',
        name: 'press',
        guard: 'hasPower',
        actions: ['glow'],
        targets: ['lamp.on'],
      },
      { ...usual, key: 'lamp.off#1', name: 'shake', targets: [], isIgnored: true },
    ])
    expect(stateOf('lamp.on').transitions).toEqual([
      { ...usual, key: 'lamp.on#0', trigger: 'after', name: 'tired', targets: ['lamp.broken'] },
    ])
    expect(stateOf('lamp.on')).toMatchObject({ entry: ['glow'], exit: ['dim'] })
  })

  it('finds the active states of a value, their parents and every region', () => {
    const actor = createActor(lamp).start()
    expect(activeStates(chart, actor.getSnapshot().value)).toEqual(['lamp', 'lamp.off'])
    actor.send({ type: 'press' })
    actor.send({ type: 'turn' })
    expect(activeStates(chart, actor.getSnapshot().value)).toEqual([
      'lamp',
      'lamp.on',
      'lamp.on.colour',
      'lamp.on.colour.cold',
      'lamp.on.noise',
      'lamp.on.noise.quiet',
    ])
    expect(activeStates(chart, { elsewhere: 'quiet' })).toEqual(['lamp'])
  })

  it('names an invoked actor by its source', () => {
    const reaching = statesIn(allCharts.get('message')?.root ?? chart.root).find(
      ({ key }) => key === 'reaching',
    )
    expect(reaching?.invokes).toEqual(['reach'])
    const ofInvocation = reaching?.transitions.filter(({ trigger }) => trigger !== 'signal')
    expect(ofInvocation?.map(({ trigger, name, guard }) => [trigger, name, guard])).toEqual([
      ['done', 'reach', 'isDiscarded'],
      ['done', 'reach', 'isTrue'],
      ['done', 'reach', undefined],
      ['error', 'reach', 'isDiscarded'],
      ['error', 'reach', undefined],
    ])
  })
})
