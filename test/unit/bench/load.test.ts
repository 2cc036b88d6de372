import { describe, expect, it } from 'vitest'
import { readLoadOptions } from '#test/bench/load/load-options.ts'
import { reportOf } from '#test/bench/load/load-report.ts'

describe('the options of npm run load', () => {
  it('have defaults, and take numbers and the nodes of a server', () => {
    expect(readLoadOptions([])).toEqual({
      ...{ users: 100, groups: 10, rate: 50, minutes: 1, addresses: [], metrics: undefined },
    })
    const nodes = 'http://localhost:4311,http://127.0.0.1:4312'
    const given = ['--users', '2000', '--groups', '0', '--rate', '500', '--minutes', '0.5', '--url', nodes]
    expect(readLoadOptions([...given, '--metrics', 'http://127.0.0.1:9464/metrics'])).toEqual({
      ...{ users: 2000, groups: 0, rate: 500, minutes: 0.5 },
      addresses: ['http://localhost:4311', 'http://127.0.0.1:4312'],
      metrics: 'http://127.0.0.1:9464/metrics',
    })
  })

  it.each([
    [['--users', '1'], '--users is from 2 to 5000'],
    [['--users', '2.5'], '--users is from 2 to 5000'],
    [['--rate', 'many'], '--rate is from 1 to 10000'],
    [['--minutes', '61'], '--minutes is from 0.01 to 60'],
    [['--url', 'https://chat.example'], 'on this machine only'],
    [['--url', 'http://localhost:4310,http://10.0.0.1:4310'], 'on this machine only'],
    [['--metrics', 'http://localhost.example/metrics'], 'on this machine only'],
  ])('reject %j', (given, reason) => {
    expect(() => readLoadOptions(given)).toThrow(reason)
  })
})

it('the report has rates, percentiles, failures, memory by connection and processor time by action', () => {
  const times = new Map([
    ['direct', Array.from({ length: 100 }, (_, index) => index + 1)],
    ['direct arrival', [5]],
  ])
  const process = {
    idle: { memory: 100e6, cpu: 1 },
    connected: { memory: 101e6, cpu: 2 },
    end: { memory: 120e6, cpu: 2.5 },
  }
  const failures = new Map([['direct: 5 Too many', 2]])
  const lines = reportOf(readLoadOptions([]), { times, failures, seconds: 10, process }).split('\n')
  expect(lines.find((line) => line.startsWith('direct '))?.split(/\s+/)).toEqual([
    ...['direct', '100', '10.0', '50.0', '95.0', '99.0'],
  ])
  expect(lines).toContain('errors: 2 × direct: 5 Too many')
  expect(lines.find((line) => line.startsWith('server:'))).toBe(
    'server: 100 MB before, 101 MB with 100 connections (10 kB each), 120 MB at the end; 5.00 ms of processor time for each action',
  )
})
