import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from './support/journey.ts'

const bench = (...options: string[]) => {
  const child = spawn(process.execPath, ['scripts/bench.mjs', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return Promise.all([ended, text(child.stdout), text(child.stderr)])
}

/** The rows that a table must have. More are allowed. */
const names = [
  'ingest',
  'ingest-heap',
  'ingest-longest-task',
  'open',
  'growth-ingest',
  'growth-open',
  'warm-start',
  'catch-up',
  'scroll-busy',
  'prepend-shift',
  'key-to-paint',
  'send-to-paint',
  'first-load-bytes',
  'first-load-ready',
  'list-bytes',
  'lighthouse-list',
  'heap',
  'heap-slope',
  'server-throughput',
  'group-fan-out',
  'cluster-connections',
  'cluster-group',
  'server-reconnect',
]

test('every measure of the bench works with 1,000 messages', async () => {
  // It builds the bench and starts more than ten browsers and servers.
  test.setTimeout(600_000)
  const [code, output, errors] = await bench('--smoke')
  expect(code, errors).toBe(0)
  expect(output.split('\n')).toEqual(expect.arrayContaining(names))
})

test('the bench rejects an unknown measure', async () => {
  const [code, , errors] = await bench('--smoke', 'speed')
  expect(errors).toContain('nothing is called speed')
  expect(code).toBe(1)
})

test('a stopped bench ends its servers and browsers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-stopped-'))
  const child = spawn(process.execPath, ['scripts/bench.mjs', '--smoke', 'server-throughput'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (line) => String(line).includes('server-throughput') && resolve())
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
