// npm run abuse: attacks a server on this machine and measures what everybody else notices.
//   npm run abuse                               builds and starts a server of its own, on a port and a directory of its own
//   npm run abuse -- --short                    fewer requests, as npm test runs it
//   npm run abuse -- --url http://localhost:4310   a server that was started with SHOW_CODES=page
// Ends with code 1 when an attack holds others up, gets an answer it must not get, or makes the server fail. Takes two
// minutes at most.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { attacks } = await import('./abuse/attacks.mjs')
const { openPeople } = await import('./abuse/people.mjs')
const { startServer } = await import('./abuse/server.mjs')
const { watchOthers } = await import('./abuse/probe.mjs')

/** Longest whole run, ms. */
const runWithin = 120_000
const isShort = process.argv.includes('--short')
const urlAt = process.argv.indexOf('--url')
const given = urlAt < 0 ? undefined : process.argv[urlAt + 1]

const say = (line) => process.stdout.write(`${line}\n`)
const fail = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

if (given !== undefined && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(given))
  fail('npm run abuse attacks servers on this machine only, such as http://localhost:4310.')

setTimeout(() => fail('The run took longer than two minutes.'), runWithin).unref()

const server =
  given === undefined ? await startServer() : { url: given, errors: () => '', stop: async () => {} }
const people = await openPeople(server.url)
const failures = []
for (const { name, limit, count, shortCount, run } of attacks) {
  const probe = await watchOthers(server.url, people.victim)
  const calm = await probe.measure(isShort ? 500 : 1_500)
  const measuring = probe.measure(isShort ? 1_000 : 2_000)
  const wrong = await run(people, isShort ? shortCount : count)
  const busy = await measuring
  await probe.stop()
  // A machine that is slow without an attack is allowed as much more with one.
  // The short run has few samples, so that its 99th percentile is the slowest one.
  const allowed = limit && Math.max(limit, 3 * calm.p99) * (isShort ? 2 : 1)
  const isSlow = allowed !== undefined && busy.p99 > allowed
  if (isSlow) wrong.push(`others waited ${busy.p99} ms, ${allowed} ms allowed`)
  if (busy.failed > 0) wrong.push(`${busy.failed} requests of others failed`)
  say(`${wrong.length === 0 ? 'held ' : 'BROKE'} ${name}: p99 of others ${busy.p99} ms, calm ${calm.p99} ms`)
  failures.push(...wrong.map((line) => `${name}: ${line}`))
}
const faults = server.errors()
if (faults !== '') failures.push(`the server reported faults:\n${faults}`)
await server.stop()
if (failures.length > 0) fail(failures.join('\n'))
