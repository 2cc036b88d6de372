import type { AccountLog } from '../log/account-log.ts'
import type { Clock, ReportPort } from '../ports.ts'

interface CleaningParts {
  readonly log: AccountLog
  readonly clock: Clock
  readonly report: ReportPort
}

/** A file without a message may be one whose message is just being written, for this long, ms. */
const writingTime = 60_000

/**
 * Removes the local file of a message once the message is sent, given up or erased, and those that a crash left behind.
 * Returns what ends it.
 */
export function startLocalFileCleaning({ log, clock, report }: CleaningParts): () => void {
  let held = heldBy(log)
  const remove = (key: string) =>
    log.files.remove(key).catch((cause: unknown) => {
      report.fault({ kind: 'local file', detail: 'could not be removed', cause })
    })
  const clean = () => {
    const before = held
    held = heldBy(log)
    for (const key of before) if (!held.has(key)) void remove(key)
  }
  const cleanLeftovers = async () => {
    const stored = await log.files.list()
    const isOld = (storedAt: number) => storedAt < clock.now() - writingTime
    for (const { key, storedAt } of stored) if (isOld(storedAt) && !held.has(key)) void remove(key)
  }
  cleanLeftovers().catch((cause: unknown) => {
    report.fault({ kind: 'local file', detail: 'leftovers could not be listed', cause })
  })
  return log.outbox.subscribe(clean)
}

const heldBy = (log: AccountLog): ReadonlySet<string> =>
  new Set(log.outbox.get().messages.flatMap(({ attachment }) => (attachment ? [attachment.fileKey] : [])))
