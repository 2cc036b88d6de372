import { describe, expect, it } from 'vitest'
import { parseTraceLine, reaches, type TraceStep } from './trace-steps.ts'

const trace = [
  '    1.000 ann1.1   sends a text',
  '    2.000 ann1.2   ends',
  '   61.500 ann1.1   http /Api/SendChat lost',
].map(parseTraceLine)

const sends: TraceStep = { line: '{device}.{tab} sends a text' }

describe('a situation of a trace', () => {
  it.each<[boolean, string, readonly TraceStep[]]>([
    [true, 'steps in their order', [sends, { line: '{device}.{tab} http /Api/SendChat lost' }]],
    [true, 'another tab of the device', [sends, { line: '{device}.{other} ends$' }]],
    [false, 'the same tab where another one acted', [sends, { line: '{device}.{tab} ends$' }]],
    [false, 'steps in another order', [{ line: '{device}.{other} ends' }, sends]],
    [false, 'a step that came too late', [sends, { line: '.*SendChat lost', within: 60_000 }]],
  ])('is reached (%s) by %s', (isReached, _, steps) => {
    expect(reaches(trace, steps)).toBe(isReached)
  })
})
