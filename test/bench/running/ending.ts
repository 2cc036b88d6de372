/** What has to be ended before the bench may: programs, browsers and their folders, the newest last. */
const endings = new Set<() => Promise<void>>()

/**
 * Remembers how something that was started is ended.
 * @returns ends it, once
 */
export function endWithBench(end: () => Promise<void> | void): () => Promise<void> {
  const ending = async () => {
    if (endings.delete(ending)) await end()
  }
  endings.add(ending)
  return ending
}

/** Ends what is still there, the newest first; what fails to end holds up nothing. */
export async function endEverything(): Promise<void> {
  // What is going on may still start something.
  while (endings.size > 0) {
    for (const ending of [...endings].reverse()) await ending().catch(() => undefined)
  }
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** A bench that is stopped leaves nothing behind, however often it is told to stop. */
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
