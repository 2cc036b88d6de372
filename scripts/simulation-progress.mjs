// Stores the progress of a simulation between seeds and between runs: played seeds, failures and counts.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Every kind of fault must strike within this number of seeds. */
const window = 100

const fresh = (code, from) => ({
  ...{ code, from, done: [], failures: {}, commands: {}, faults: {}, metIn: {} },
  ...{ tolerated: {}, messages: { sent: 0, owed: 0 } },
})

/** Reads the progress of an earlier run with the same code and first seed, or returns an empty one. */
export function readProgress(file, code, from, mustRestart) {
  if (mustRestart) return fresh(code, from)
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8'))
    return stored.code === code && stored.from === from ? stored : fresh(code, from)
  } catch {
    return fresh(code, from)
  }
}

/** Writes a temporary file and renames it, so that an interruption leaves the old or the new file. */
export function writeProgress(file, progress) {
  writeFileSync(`${file}.new`, JSON.stringify(progress))
  renameSync(`${file}.new`, file)
}

const add = (sums, counts) => {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
}

/** Adds the result of one seed. */
export function addResult(progress, result) {
  const {
    seed,
    differences,
    commandCounts = {},
    faultCounts = {},
    toleranceCounts = {},
    messages = {},
  } = result
  progress.done.push(seed)
  if (differences.length > 0) progress.failures[seed] = differences
  add(progress.commands, commandCounts)
  add(progress.faults, faultCounts)
  add(progress.tolerated, toleranceCounts)
  add(progress.messages, messages)
  const hundred = Math.floor((seed - progress.from) / window)
  const met = new Set(progress.metIn[hundred])
  for (const kind of Object.keys(faultCounts)) met.add(kind)
  progress.metIn[hundred] = [...met]
}

/** Describes the kinds that did not strike in a completely played hundred of seeds. */
export function missingKinds(progress, kinds) {
  const played = new Map()
  for (const seed of progress.done) {
    const hundred = Math.floor((seed - progress.from) / window)
    played.set(hundred, (played.get(hundred) ?? 0) + 1)
  }
  return [...played]
    .filter(([, count]) => count === window)
    .flatMap(([hundred]) => {
      const first = progress.from + hundred * window
      const met = new Set(progress.metIn[hundred])
      return kinds
        .filter((kind) => !met.has(kind))
        .map((kind) => `${kind}: not in seeds ${first} to ${first + window - 1}`)
    })
}

/** The share of sent messages that the server must have exactly once. 1 if none was sent. */
export const owedShare = ({ messages: { sent, owed } }) => (sent === 0 ? 1 : owed / sent)

/** Whether a run of at least a hundred seeds demanded too few of its messages. */
export const isTooTolerant = (progress, leastOwedShare) =>
  progress.done.length >= window && owedShare(progress) < leastOwedShare

/**
 * Whether the run has failed: a seed failed, a kind of fault is missing, or too many messages were tolerated to be
 * lost.
 */
export const hasFailed = (progress, kinds, leastOwedShare) =>
  Object.keys(progress.failures).length > 0 ||
  missingKinds(progress, kinds).length > 0 ||
  isTooTolerant(progress, leastOwedShare)

/** Formats names with their counts, most frequent first, one per line. */
export const table = (counts) =>
  Object.entries(counts)
    .sort(([, left], [, right]) => right - left)
    .map(([name, count]) => `  ${name.padEnd(32)}${String(count).padStart(9)}\n`)
    .join('')

const figure = (count) => count.toLocaleString('en-US')

/** A run's figures as the Markdown of docs/reliability.md; the faults are in three columns, most frequent first. */
export function summary({ from, done, failures, commands, faults, messages }) {
  const given = Object.values(commands)
  const struck = Object.entries(faults).sort(([, left], [, right]) => right - left)
  const height = Math.ceil(struck.length / 3)
  const rowOf = (cells) => `| ${cells.join(' | ')} |`
  const faultCells = (row) =>
    [0, 1, 2].flatMap((column) => {
      const [name, count] = struck[column * height + row] ?? ['']
      return [name, count === undefined ? '' : figure(count)]
    })
  return [
    rowOf(['seeds', 'failed', 'commands', 'kinds', 'messages sent', 'owed']),
    rowOf(Array(6).fill('---')),
    rowOf([
      `${figure(done.length)} from ${from}`,
      Object.keys(failures).length,
      figure(given.reduce((sum, count) => sum + count, 0)),
      given.length,
      figure(messages.sent),
      `${(100 * owedShare({ messages })).toFixed(1)} %`,
    ]),
    '',
    rowOf(Array(3).fill(['fault', 'struck']).flat()),
    rowOf(Array(6).fill('---')),
    ...Array.from({ length: height }, (_, row) => rowOf(faultCells(row))),
    '',
  ].join('\n')
}

/** Seconds as hours, minutes and seconds. */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return 'unknown'
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours} h ` : ''}${minutes} min ${Math.floor(seconds % 60)} s`
}
