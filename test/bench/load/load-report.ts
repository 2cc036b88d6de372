import { availableParallelism, loadavg } from 'node:os'
import { percentile } from '../metrics/statistics.ts'
import type { LoadOptions } from './load-options.ts'

/** The result of a run. */
export interface MixResult {
  /** Times by what was measured, ms. */
  readonly times: ReadonlyMap<string, readonly number[]>
  /** Numbers of failures by their text. */
  readonly failures: ReadonlyMap<string, number>
  /** From the first action to the last response, s. */
  readonly seconds: number
  /** The server's process; undefined without its metrics. */
  readonly process:
    | { readonly idle: ProcessState; readonly connected: ProcessState; readonly end: ProcessState }
    | undefined
}

/** What the metrics say about a server's process. */
export interface ProcessState {
  /** Resident memory, bytes. */
  readonly memory: number
  /** Processor time since its start, s. */
  readonly cpu: number
}

/** Times and failures of a run. */
export class Recorder {
  readonly times = new Map<string, number[]>()
  readonly failures = new Map<string, number>()

  time(name: string, since: number): void {
    const all = this.times.get(name) ?? []
    all.push(performance.now() - since)
    this.times.set(name, all)
  }

  fail(text: string): void {
    this.failures.set(text, (this.failures.get(text) ?? 0) + 1)
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** The text of a result: a table, the failures, and the server's memory and processor time. */
export function reportOf({ users, groups, rate, minutes }: LoadOptions, result: MixResult): string {
  const { times, failures, seconds, process } = result
  const header = ['', 'count', 'per second', 'p50 ms', 'p95 ms', 'p99 ms']
  const rows = [...times].map(([name, all]) => [
    name,
    String(all.length),
    (all.length / seconds).toFixed(1),
    ...[0.5, 0.95, 0.99].map((part) => percentile(all, part).toFixed(1)),
  ])
  const failed = [...failures].map(([text, count]) => `${count} × ${text}`)
  const lines = [
    `${users} users, ${groups} groups, ${rate} actions a second for ${minutes} minutes`,
    `(load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)`,
    '',
    ...[header, ...rows].map(([name = '', ...cells]) =>
      [name.padEnd(28), ...cells.map((cell) => cell.padStart(11))].join(''),
    ),
    '',
    `errors: ${failed.length === 0 ? 'none' : failed.join(', ')}`,
  ]
  if (process) {
    const { idle, connected, end } = process
    const each = (connected.memory - idle.memory) / users / 1_000
    const actions = [...times].reduce(
      (sum, [name, all]) => sum + (name.includes('arrival') ? 0 : all.length),
      0,
    )
    const cpu = ((end.cpu - connected.cpu) * 1_000) / actions
    lines.push(
      `server: ${megabytes(idle.memory)} before, ${megabytes(connected.memory)} with ${users} connections (${each.toFixed(0)} kB each), ${megabytes(end.memory)} at the end; ${cpu.toFixed(2)} ms of processor time for each action`,
    )
  }
  return `${lines.join('\n')}\n`
}
