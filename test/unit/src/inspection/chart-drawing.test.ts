import { expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { chartOf } from '#machines/inspection/machine-chart.ts'
import { drawChart, graphHash } from '#src/inspection/chart-layout.ts'
import { chartSvg, headOf, pathOf } from '#src/inspection/chart-svg.ts'

const door = chartOf(
  createMachine({
    id: 'door',
    initial: 'shut',
    on: { 'power.cut': '.open' },
    states: {
      shut: { initial: 'locked', on: { push: 'open', ring: { actions: 'bark' } }, states: { locked: {} } },
      open: { type: 'parallel', on: { pull: 'shut', wind: 'shut' }, states: { left: {}, right: {} } },
      gone: { type: 'final' },
    },
  }),
)

it('a drawing nests states, joins arrows between the same states, and lists transitions that stay', async () => {
  const drawing = await drawChart(door)
  const placeOf = (id: string) => {
    const found = drawing.states.find(({ state }) => state.id === id)
    if (!found) throw new Error(`no state ${id}`)
    return found
  }
  const [outer, inner] = [placeOf('door.shut'), placeOf('door.shut.locked')]
  expect(inner.x).toBeGreaterThan(outer.x)
  expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width)
  expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height)
  expect(outer.lines.map(({ text }) => text)).toEqual(['ring / bark'])
  const words = drawing.arrows.map(({ label }) => label?.lines.map(({ text }) => text).join())
  expect(words).toEqual([undefined, undefined, 'power.cut', 'push', 'pull,wind'])
  expect(drawing.arrows.every(({ points }) => points.length > 1)).toBe(true)
  expect(drawing.starts).toHaveLength(2)
})

it('a file of a drawing contains its hash, which follows the machine', async () => {
  const file = chartSvg(await drawChart(door), graphHash(door))
  expect(file).toContain(graphHash(door))
  expect(file).toContain('class="state region"')
  const other = chartOf(createMachine({ id: 'door', initial: 'shut', states: { shut: {} } }))
  expect(graphHash(other)).not.toBe(graphHash(door))
})

it('an arrow has rounded corners and a head in its last direction', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 20 },
    { x: 30, y: 20 },
  ]
  expect(pathOf({ points })).toBe('M0 0L0 14Q0 20 6 20L30 20')
  expect(headOf({ points })).toBe('30,20 22,24 22,16')
})
