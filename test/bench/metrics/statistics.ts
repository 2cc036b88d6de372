/** The percentile of the samples (part from 0 to 1) by the nearest rank. Throws without samples. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((left, right) => left - right)
  const value = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]
  if (value === undefined) throw new Error('there is no sample')
  return value
}

/** The middle sample, or the mean of the two in the middle. Throws without samples. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('there is no sample')
  return (lower + upper) / 2
}

/** The rise of the linear regression from the first to the last sample, in percent. 0 for fewer than two samples. */
export function rise(samples: readonly number[]): number {
  if (samples.length < 2) return 0
  const middle = (samples.length - 1) / 2
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length
  let slope = 0
  let spread = 0
  for (const [index, value] of samples.entries()) {
    slope += (index - middle) * (value - mean)
    spread += (index - middle) ** 2
  }
  const perSample = slope / spread
  const start = mean - perSample * middle
  return ((perSample * (samples.length - 1)) / start) * 100
}

/** The peak rate of `times` (ms) in any window of `width` ms, per second. */
export function peakRate(times: readonly number[], width: number): number {
  const sorted = [...times].sort((left, right) => left - right)
  let from = 0
  let most = 0
  for (const [index, time] of sorted.entries()) {
    while (time - (sorted[from] ?? time) >= width) from += 1
    most = Math.max(most, index - from + 1)
  }
  return (most * 1000) / width
}
