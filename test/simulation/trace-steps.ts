/** One line of a trace: when it happened, ms since the start, and who did what. */
export interface TraceLine {
  readonly at: number
  readonly text: string
}

/**
 * A pattern for a line "who what", as a regular expression. `{name}` stands for a word, the same in all steps of a
 * situation. A tab is `{device}.{tab}`.
 */
export interface TraceStep {
  readonly line: string
  /** The longest time since the line of the step before, ms. */
  readonly within?: number
}

export const parseTraceLine = (line: string): TraceLine => {
  const [, seconds = '', who = '', what = ''] = /^\s*([\d.]+) (\S+)\s+(.*)$/s.exec(line) ?? []
  return { at: Number(seconds) * 1000, text: `${who} ${what}` }
}

/** Whether the trace has lines that match the steps in this order. */
export const reaches = (trace: readonly TraceLine[], steps: readonly TraceStep[]): boolean =>
  reachesFrom(trace, 0, steps, {})

type Words = Readonly<Record<string, string>>

function reachesFrom(
  trace: readonly TraceLine[],
  from: number,
  [step, ...rest]: readonly TraceStep[],
  words: Words,
): boolean {
  if (!step) return true
  const pattern = patternOf(step, words)
  const latest =
    step.within === undefined ? Number.POSITIVE_INFINITY : (trace[from - 1]?.at ?? 0) + step.within
  for (let index = from; index < trace.length; index++) {
    const line = trace[index]
    if (!line || line.at > latest) return false
    const found = pattern.exec(line.text)
    if (found && reachesFrom(trace, index + 1, rest, { ...words, ...found.groups })) return true
  }
  return false
}

/** The words that are known already stand for themselves. */
const patternOf = ({ line }: TraceStep, words: Words): RegExp =>
  new RegExp(
    `^${line.replace(/\{([a-z]+)\}/g, (_, name: string) => words[name] ?? `(?<${name}>[\\w-]+)`)}`,
    's',
  )
