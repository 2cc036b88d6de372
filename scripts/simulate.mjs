// npm run simulate: plays seeds of the simulation on every core, remembers how far it came, and replays one seed with
// its trace.
//   --seeds N    how many (default 200)      --from N     the first one (default 1)
//   --seed N     only this one, traced       --restart    forget what was played before
//   --record FILE  writes a recording for /command-center: of --seed N, or what the seeds of --seeds took
//   --summary FILE  the figures of a run's progress file as Markdown, for docs/reliability.md
//   --workers N  at most so many processes (default: one a core)
//   --nodes N    the number of server nodes on one database (default: one server process, no cluster)
//   --mutant NAME with this planted bug, until a seed detects it      --list-mutants  their names
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, root, runTool } from './install.mjs'
import {
  addResult,
  duration,
  hasFailed,
  isTooTolerant,
  missingKinds,
  owedShare,
  readProgress,
  summary,
  table,
  writeProgress,
} from './simulation-progress.mjs'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    record: { type: 'string' },
    restart: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    workers: { type: 'string' },
    nodes: { type: 'string' },
    summary: { type: 'string' },
    'list-mutants': { type: 'boolean', default: false },
  },
})

const percent = (share) => `${(100 * share).toFixed(1)} %`

const wholeNumber = (name, text) => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  process.stderr.write(`--${name} needs a whole number, not ${text}\n`)
  process.exit(1)
}

const worker = join(root, '.cache', 'simulation', 'worker.js')
/** Undefined for one server process without a cluster. */
const nodeCount = values.nodes === undefined ? undefined : wholeNumber('nodes', values.nodes)
const nodesOption = nodeCount === undefined ? [] : [`--nodes=${nodeCount}`]
const progressFile = join(
  root,
  '.cache',
  nodeCount === undefined ? 'simulation.json' : `simulation-${nodeCount}-nodes.json`,
)
/** The number of seeds sent to a worker at a time. */
const portion = 5
/** A worker without output for this time hangs in a loop, ms. */
const patience = 180_000

const build = () => {
  ensureInstalled()
  mkdirSync(join(root, '.cache'), { recursive: true })
  const program = ['--ssr', 'test/simulation/worker.ts', '--outDir', '.cache/simulation', '--emptyOutDir']
  runTool('vite/bin/vite.js', [
    'build',
    '--config',
    'vite.server.config.ts',
    ...program,
    '--logLevel',
    'warn',
  ])
  return createHash('sha256').update(readFileSync(worker)).digest('hex').slice(0, 16)
}

/**
 * A larger young generation, because most objects of a world are short-lived and need no copying then. The garbage
 * collector has no threads of its own, because each core has a worker.
 */
const execArgv = ['--max-semi-space-size=256', '--single-threaded-gc']
const startWorker = (args = []) =>
  fork(worker, [...nodesOption, ...args], {
    cwd: root,
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** Delegates to one worker and exits with its code. */
const playAlone = (args) => {
  startWorker(args).on('exit', (code) => process.exit(code ?? 1))
}

const playAll = (code, from, count) => {
  const progress = readProgress(progressFile, code, from, values.restart)
  const played = new Set(progress.done)
  const waiting = Array.from({ length: count }, (_, index) => from + index).filter(
    (seed) => !played.has(seed),
  )
  const total = progress.done.length + waiting.length
  const start = performance.now()
  const children = new Set()
  let kinds = []
  let leastOwedShare = 1
  let finished = 0
  let brokenWorkers = 0
  let isInterrupted = false

  const report = () => {
    const rate = finished / ((performance.now() - start) / 1000)
    const failing = Object.keys(progress.failures).length
    const left = duration((total - progress.done.length) / rate)
    process.stdout.write(
      `${progress.done.length} of ${total} seeds, ${rate.toFixed(2)} seeds per second, ${left} left, ${failing} failing\n`,
    )
  }
  const take = (result) => {
    addResult(progress, result)
    finished++
    const [first] = result.differences
    if (first !== undefined) process.stdout.write(`seed ${result.seed} fails: ${first}\n`)
    if (finished % 50 > 0) return
    writeProgress(progressFile, progress)
    report()
  }
  const employ = () =>
    new Promise((resolve) => {
      const child = startWorker()
      children.add(child)
      let playing = []
      const watchdog = setTimeout(() => child.kill('SIGKILL'), patience)
      const next = () => {
        playing = waiting.splice(0, portion)
        if (playing.length > 0) child.send(playing)
        else child.disconnect()
      }
      child.on('message', (message) => {
        watchdog.refresh()
        if (message === 'ready') return next()
        if (message.faultKinds) {
          kinds = message.faultKinds
          leastOwedShare = message.leastOwedShare
          return
        }
        playing = playing.filter((seed) => seed !== message.seed)
        take(message)
      })
      child.on('exit', (exit, signal) => {
        clearTimeout(watchdog)
        children.delete(child)
        if (exit === 0 || isInterrupted) return resolve()
        const [seed, ...others] = playing
        if (seed === undefined) brokenWorkers++
        else take({ seed, differences: [`completed: the worker ended with ${signal ?? exit}`] })
        waiting.unshift(...others)
        resolve(seed === undefined ? undefined : employ())
      })
    })

  const finish = () => {
    writeProgress(progressFile, progress)
    const { commands, faults, failures, tolerated, messages } = progress
    process.stdout.write(
      `commands given\n${table(commands)}faults that struck\n${table(faults)}differences tolerated\n${table(tolerated)}`,
    )
    process.stdout.write(
      `${isTooTolerant(progress, leastOwedShare) ? 'TOO FEW: ' : ''}${messages.owed} of ${messages.sent} sent messages are owed, ${percent(owedShare(progress))} (at least ${percent(leastOwedShare)})\n`,
    )
    for (const line of missingKinds(progress, kinds)) process.stdout.write(`missing ${line}\n`)
    for (const [seed, [first]] of Object.entries(failures))
      process.stdout.write(
        `FAILED seed ${seed}: ${first}\n  npm run simulate -- ${[...nodesOption, `--seed ${seed}`].join(' ')}\n`,
      )
    if (brokenWorkers > 0) process.stdout.write(`${brokenWorkers} workers ended early\n`)
    report()
    process.exit(hasFailed(progress, kinds, leastOwedShare) || brokenWorkers > 0 || isInterrupted ? 1 : 0)
  }
  process.on('SIGINT', () => {
    isInterrupted = true
    waiting.length = 0
    process.stdout.write('interrupted; run the same command to continue\n')
    for (const child of children) child.kill('SIGKILL')
  })
  const cores = availableParallelism()
  const most = values.workers === undefined ? cores : wholeNumber('workers', values.workers)
  const workers = Math.min(most, Math.max(1, Math.ceil(waiting.length / portion)))
  Promise.all(Array.from({ length: workers }, employ)).then(finish)
}

if (values.summary !== undefined) {
  process.stdout.write(summary(JSON.parse(readFileSync(values.summary, 'utf8'))))
  process.exit()
}
const code = build()
// Workers run in the project's folder, this command anywhere.
const file = values.record === undefined ? '' : resolve(values.record)
if (values.seed !== undefined)
  playAlone(['--trace', String(wholeNumber('seed', values.seed)), '', file, values.mutant ?? ''])
else if (file !== '')
  playAlone([
    '--cover',
    ...[values.from, values.seeds].map((text) => String(wholeNumber('seeds', text))),
    file,
  ])
else if (values['list-mutants']) playAlone(['--list-mutants'])
else if (values.mutant !== undefined)
  playAlone(['--mutant', values.mutant, String(wholeNumber('seeds', values.seeds))])
else playAll(code, wholeNumber('from', values.from), wholeNumber('seeds', values.seeds))
