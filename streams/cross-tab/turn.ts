import type { LocksPort, ReportPort } from '../ports.ts'

/** What somebody who waits for a turn is told. */
export interface TurnEars {
  won(): void
  /** It was stolen or could not be held; once at most, and not after the end. */
  lost(): void
}

/** A lock may be stolen before its new holder was told of it. */
const isTheft = (cause: unknown): boolean => cause instanceof Error && cause.name === 'AbortError'

/**
 * Waits for the lock `name`, or takes it from whoever holds it, and holds it until it is stolen or the returned function
 * ends it.
 */
export function takeTurn(
  { locks, report }: { readonly locks: LocksPort; readonly report: ReportPort },
  name: string,
  isTaking: boolean,
  ears: TurnEars,
): () => void {
  const over = new AbortController()
  const leave = () => {
    if (over.signal.aborted) return
    ears.lost()
    over.abort()
  }
  const hold = (lost: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (over.signal.aborted) return resolve()
      over.signal.addEventListener('abort', () => resolve(), { once: true })
      lost.addEventListener('abort', leave, { once: true })
      ears.won()
    })
  const ask = isTaking ? locks.steal : locks.hold
  ask(name, over.signal, hold).catch((cause: unknown) => {
    if (over.signal.aborted) return
    if (!isTheft(cause)) report.fault({ kind: 'lock', detail: `${name} could not be held`, cause })
    leave()
  })
  return () => over.abort()
}
