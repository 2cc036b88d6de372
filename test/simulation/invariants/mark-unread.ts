import type {
  RequestedLocalCommand,
  RequestedMessage,
  RequestedReadMarker,
} from '../scenario/requested-commands.ts'

/** The commands on one conversation of one device, and the reads of its person there on any device. */
export interface CommandedMarks {
  readonly device: string
  /** Local commands that were not rejected, in order. */
  readonly commands: readonly RequestedLocalCommand[]
  readonly reads: readonly RequestedReadMarker[]
  /** Messages that the device sent there, except rejected ones. */
  readonly sends: readonly Pick<RequestedMessage, 'doneAt'>[]
  /** The least and the most messages that count as unread. */
  readonly leastUnread: number
  readonly mostUnread: number
}

/**
 * Whether a conversation is shown as marked as unread [SESS-43]: true or false when the ledger is certain, undefined
 * when either is possible. Reading, hiding, clearing or deleting the conversation removes the mark, and so does
 * sending a message there. Unread messages are shown in its place.
 */
export function expectedMark(commanded: CommandedMarks): boolean | undefined {
  const { device, commands, reads, sends, leastUnread, mostUnread } = commanded
  const mark = commands.findLast(({ kind }) => kind === 'mark-unread')
  if (!mark || leastUnread > 0) return false
  const removals = commands.filter(
    ({ kind }) => kind !== 'mark-unread' && kind !== 'show' && kind !== 'delete-for-me',
  )
  if (removals.some((removal) => removesForSure(removal, mark))) return false
  if (reads.some((read) => read.device === device && readsWholeAfter(read, mark))) return false
  const isCertain = mark.answer === 'accepted' && mark.unreadBefore === 0 && mostUnread === 0
  const mayEnd =
    [...removals, ...sends].some(({ doneAt }) => doneAt >= mark.at) ||
    reads.some((read) => mayReadAfter(read, mark, commanded))
  return isCertain && !mayEnd ? true : undefined
}

/** Whether a command certainly removes the mark. Hiding does not if the conversation is hidden already. */
const removesForSure = ({ kind, answer, at }: RequestedLocalCommand, mark: RequestedLocalCommand): boolean =>
  kind !== 'hide' && answer === 'accepted' && at > mark.doneAt

/** Reading the whole conversation removes the mark. Reading up to a message does so only if it was unread. */
const readsWholeAfter = (
  { until, answer, at, isSure }: RequestedReadMarker,
  mark: RequestedLocalCommand,
): boolean => until !== undefined && answer === 'accepted' && isSure && at > mark.doneAt

/**
 * Whether a reading may remove the mark: it came later, or it reads further than this device knew when it was marked.
 */
function mayReadAfter(
  read: RequestedReadMarker,
  mark: RequestedLocalCommand,
  { device, reads }: CommandedMarks,
): boolean {
  if (read.device === device && read.doneAt < mark.at) return false
  if (read.until !== undefined) return true
  const known = reads.filter(
    (one) => one.device === device && one.answer === 'accepted' && one.doneAt < mark.at,
  )
  return known.every(({ upTo }) => upTo < read.upTo)
}
