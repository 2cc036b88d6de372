import { describe, expect, it } from 'vitest'
import { chooseMeasures, type Measure } from '#test/bench/running/measure.ts'
import { readOptions } from '#test/bench/running/options.ts'

describe('the command line of the bench', () => {
  it('asks for everything at every size unless told otherwise', () => {
    expect(readOptions([])).toEqual({
      names: [],
      isSmoke: false,
      sizes: [1_000, 10_000, 100_000, 1_000_000],
      hasPeers: true,
      wasBusy: false,
    })
  })

  it('names rows and sizes', () => {
    expect(readOptions(['open', '--sizes', '500,2k,1M', '--no-peers', '--busy'])).toMatchObject({
      names: ['open'],
      sizes: [500, 2_000, 1_000_000],
      hasPeers: false,
      wasBusy: true,
    })
  })

  it('takes little of everything, and no peers, for a smoke run', () => {
    expect(readOptions(['--smoke'])).toMatchObject({ isSmoke: true, sizes: [1_000], hasPeers: false })
  })

  it.each(['1x', '', '0', '-5', '10 k'])('refuses %j as a size', (size) => {
    expect(() => readOptions([`--sizes=${size}`])).toThrow(TypeError)
  })
})

describe('the choice of measures', () => {
  const measure = (...names: string[]): Measure => ({ names, run: async () => [] })
  const measures = [measure('open', 'growth-open'), measure('heap')]

  it('takes all, or those with a row of that name', () => {
    expect(chooseMeasures(measures, [])).toEqual(measures)
    expect(chooseMeasures(measures, ['growth-open'])).toEqual([measures[0]])
    expect(chooseMeasures(measures, ['growth'])).toEqual([measures[0]])
  })

  it('refuses a name that there is not', () => {
    expect(() => chooseMeasures(measures, ['speed'])).toThrow('nothing is called speed')
  })
})
