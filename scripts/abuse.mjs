// npm run abuse: attacks a server on this machine and measures the effect on other people.
//   npm run abuse                               builds and starts a server with a separate port and directory
//   npm run abuse -- --short                    fewer requests, as npm test runs it
//   npm run abuse -- --measure                  only the attacks that the requirements measure, three times each
//   npm run abuse -- --only readers             only the attacks whose names contain the word
//   npm run abuse -- --url http://localhost:4310   a server that was started with SHOW_CODES=page
// Ends with code 1 when an attack holds others up, gets an answer it must not get, or makes the server fail. Takes three
// minutes at most.
import { availableParallelism, loadavg } from 'node:os'
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { attacks } = await import('./abuse/attacks.mjs')
const { openPeople } = await import('./abuse/people.mjs')
const { startServer } = await import('./abuse/server.mjs')
const { watchOthers } = await import('./abuse/probe.mjs')

/** Longest whole run, ms. */
const runWithin = 180_000
const isShort = process.argv.includes('--short')
const isMeasuring = process.argv.includes('--measure')
const optionOf = (name) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const given = optionOf('--url')
const wanted = attacks.filter(({ name }) => name.includes(optionOf('--only') ?? ''))

const say = (line) => process.stdout.write(`${line}\n`)
const fail = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
const load = () => `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`

if (given !== undefined && !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(given))
  fail('npm run abuse attacks servers on this machine only, such as http://localhost:4310.')

setTimeout(() => fail('The run took longer than three minutes.'), runWithin).unref()

/** Runs an attack and measures other people's calls before and during it. Resolves with the failures. */
async function play(people, { name, limit, of = 'all', count, shortCount, run }) {
  const probe = await watchOthers(people.url, people.victim)
  const calm = await probe.measure(isShort ? 400 : 1_500)
  const measuring = probe.measure(isShort ? 700 : 2_000)
  const { wrong, note } = await run(people, isShort ? shortCount : count, { isShort })
  const busy = await measuring
  await probe.stop()
  // A machine that is slow without an attack may be slower by the same amount with one. In the short run the 99th
  // percentile is the slowest of its few samples.
  const allowed = Math.max(limit, 3 * calm[of]) * (isShort ? 2 : 1)
  if (busy[of] > allowed) wrong.push(`others waited ${busy[of]} ms, ${allowed} ms allowed`)
  if (busy.failed > 0) wrong.push(`${busy.failed} requests of others failed`)
  const times = `p99 of others ${busy.all} ms, of a file ${busy.file} ms, calm ${calm.all} and ${calm.file} ms`
  const rest = [times, ...(note ? [note] : []), ...(isMeasuring ? [`${busy.count} samples`, load()] : [])]
  say(`${wrong.length === 0 ? 'held ' : 'BROKE'} ${name}: ${rest.join(', ')}`)
  return wrong.map((line) => `${name}: ${line}`)
}

const server =
  given === undefined
    ? await startServer()
    : { url: given, errors: () => '', memory: () => undefined, stop: async () => {} }
const people = { ...(await openPeople(server.url)), memory: server.memory }
const played = isMeasuring
  ? wanted.filter(({ isMeasured }) => isMeasured).flatMap((attack) => [attack, attack, attack])
  : wanted
const failures = []
for (const attack of played) failures.push(...(await play(people, attack)))
const faults = server.errors()
if (faults !== '') failures.push(`the server reported faults:\n${faults}`)
await server.stop()
if (failures.length > 0) fail(failures.join('\n'))
