/** The programs, browsers and folders to clean up before the bench ends, newest last. */
const endings = new Set<() => Promise<void>>()

/** Registers a cleanup. Returns a function that runs it once. */
export function endWithBench(end: () => Promise<void> | void): () => Promise<void> {
  let ended: Promise<void> | undefined
  // Stays registered until it has ended, so that the bench also waits for a cleanup that a measure has begun.
  const ending = () => {
    ended ??= (async () => end())().finally(() => endings.delete(ending))
    return ended
  }
  endings.add(ending)
  return ending
}

/** Runs all remaining cleanups, newest first. A failing cleanup does not stop the others. */
export async function endEverything(): Promise<void> {
  // Running work may still register a cleanup.
  while (endings.size > 0) {
    for (const ending of [...endings].reverse()) await ending().catch(() => undefined)
  }
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** Cleans up once when the bench is stopped, however often it gets a signal. */
export function endOnSignals(): void {
  let isEnding = false
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (isEnding) return
      isEnding = true
      void endEverything().then(() => process.exit(128 + number))
    })
  }
}
