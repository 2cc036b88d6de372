import { filter, map, type OperatorFunction, Subject, Subscription, switchMap, tap } from 'rxjs'
import { delayBy } from '../clock/timing.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock, ReportPort } from '../ports.ts'

interface CleaningServices {
  readonly log: AccountLog
  readonly clock: Clock
  readonly report: ReportPort
}

/** A file younger than this, ms, may belong to a message that is being submitted. */
const writingTime = 60_000
/** The pause before a failed removal is retried, and the interval in which a tab looks for leftovers, ms. */
const retryTime = 60_000
const lookInterval = 3_600_000

/**
 * Removes the local file of a message when the message is sent, discarded or erased, and files left behind by a
 * crash. Runs while this tab leads. Returns the function that stops it:
 *
 *   outbox ── keys that left it ── remove ──┐ failed
 *   lookIn$ ── at the earliest time ── look ┴─► lookIn$
 */
export function startLocalFileCleaning(services: CleaningServices): () => void {
  const { log } = services
  const lookIn$ = new Subject<number>()
  const subscription = new Subscription()
  const leftoversIn = createLeftoverWatch(services.clock)
  let usedKeys = usedFileKeys(log)

  const remove = (key: string) =>
    log.files.remove(key).catch((cause: unknown) => {
      services.report.fault({ kind: 'local file', detail: 'could not be removed', cause })
      lookIn$.next(retryTime)
    })
  const clean = () => {
    const before = usedKeys
    usedKeys = usedFileKeys(log)
    for (const key of before) if (!usedKeys.has(key)) void remove(key)
  }
  const cleanLeftovers = async () => {
    const stored = await log.files.list()
    if (subscription.closed) return
    const unusedFiles = () => stored.filter(({ key }) => !usedKeys.has(key))
    // Another tab may have submitted a message that is not folded here yet, for example after a sleep.
    if (unusedFiles().length > 0) await log.catchUp()
    if (subscription.closed) return
    const { leftovers, nextIn } = leftoversIn(unusedFiles())
    for (const key of leftovers) void remove(key)
    lookIn$.next(nextIn)
  }
  const look = () =>
    cleanLeftovers().catch((cause: unknown) => {
      services.report.fault({ kind: 'local file', detail: 'leftovers could not be listed', cause })
      lookIn$.next(retryTime)
    })

  subscription.add(lookIn$.pipe(atEarliest(services.clock)).subscribe(look))
  subscription.add(log.outbox.subscribe(clean))
  void look()
  return () => subscription.unsubscribe()
}

interface UnheldFile {
  readonly key: string
  /** Wall clock time. */
  readonly storedAt: number
}

/**
 * Distinguishes leftovers from files of messages that are being submitted, and returns the time of the next check, ms.
 * Between looks it uses the monotonic clock, so that a wall clock set back does not keep a file young.
 */
function createLeftoverWatch(clock: Clock) {
  let known: ReadonlyMap<string, number> = new Map()
  const dueOf = ({ storedAt }: UnheldFile) =>
    clock.monotonic() + writingTime - Math.max(0, clock.now() - storedAt)
  return (files: readonly UnheldFile[]) => {
    const now = clock.monotonic()
    known = new Map(files.map((file) => [file.key, known.get(file.key) ?? dueOf(file)]))
    const waits = [...known.values()].map((due) => due - now).filter((wait) => wait > 0)
    return {
      leftovers: [...known].flatMap(([key, due]) => (due <= now ? [key] : [])),
      nextIn: Math.min(lookInterval, ...waits),
    }
  }
}

/** Maps delays, ms, to the end of the one that ends first; later ends are dropped until then. */
const atEarliest =
  (clock: Clock): OperatorFunction<number, void> =>
  (delay$) => {
    let earliest = Number.POSITIVE_INFINITY
    return delay$.pipe(
      map((delay) => clock.monotonic() + delay),
      filter((at) => at < earliest),
      switchMap((at) => {
        earliest = at
        return delayBy(clock, at - clock.monotonic())
      }),
      tap(() => {
        earliest = Number.POSITIVE_INFINITY
      }),
    )
  }

const usedFileKeys = (log: AccountLog): ReadonlySet<string> =>
  new Set(log.outbox.get().messages.flatMap(({ attachment }) => (attachment ? [attachment.fileKey] : [])))
