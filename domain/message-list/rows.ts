import { dayNumber } from '../formats/calendar.ts'
import { isNotice } from '../message/message-notices.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'
import { albumAt } from './album-layout.ts'

/** The position of a message in its run of consecutive messages of one sender. */
export type RunPosition = 'single' | 'first' | 'middle' | 'last'

export const startsRun = (position: RunPosition): boolean => position === 'single' || position === 'first'
export const endsRun = (position: RunPosition): boolean => position === 'single' || position === 'last'

/** A row of the message list, under the date separator of its day. */
export type Row =
  | { readonly kind: 'time'; readonly key: string; readonly at: number }
  | { readonly kind: 'unread'; readonly key: string }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: TimelineMessage
      readonly position: RunPosition
    }
  /** Pictures and videos of one send, drawn as one grid, and the text of the send. */
  | {
      readonly kind: 'album'
      readonly key: string
      readonly messages: readonly [TimelineMessage, ...TimelineMessage[]]
      readonly caption: TimelineMessage | undefined
      readonly position: RunPosition
    }

/** The rows of one calendar day. Its date separator is sticky while its rows scroll. */
export interface DayRows {
  readonly day: number
  /** A moment of that day, ms. */
  readonly at: number
  readonly rows: readonly Row[]
}

/** The maximum pause between messages of one run, ms. */
export const maxRunGap = 5 * 60_000
/** A pause longer than this gets its own time in the list, ms [VIEW-08]. */
export const timeLabelGap = 15 * 60_000

export interface RowsRequest {
  readonly messages: readonly TimelineMessage[]
  /** Index of the first rendered message, and of the one after the last. */
  readonly start: number
  readonly end: number
  /** The message after the unread divider. */
  readonly firstUnread: number | undefined
  readonly zone?: string
}

/**
 * Returns the rows for a range of messages, grouped by day: times after a pause, the unread divider, and each message
 * or album with its position in its run. The rows before a message depend on the whole list, never on the range, so
 * that a growing range adds rows and changes none [VIEW-08]. The range must not cut a send (`withWholeSends`).
 */
export function buildRows(request: RowsRequest): readonly DayRows[] {
  const days: { day: number; at: number; rows: Row[] }[] = []
  for (let index = request.start; index < request.end; index += 1) {
    const message = request.messages[index]
    if (message === undefined) continue

    const day = dayNumber(message.sentAt, request.zone)
    let group = days.at(-1)
    // An earlier day stays in the group: the clock was set back between two unsent messages.
    if (group === undefined || day > group.day) {
      group = { day, at: message.sentAt, rows: [] }
      days.push(group)
    }
    const album = albumAt(request.messages, index, (at) => isJoined(request, at))
    const count = album === undefined ? 1 : album.pictures + Number(album.hasCaption)
    group.rows.push(...separatorsAt(request, index, message))
    const position = positionInRun(request, index, index + count - 1)
    if (album === undefined) group.rows.push({ kind: 'message', key: message.key, message, position })
    else
      group.rows.push({
        kind: 'album',
        key: message.key,
        messages: [message, ...request.messages.slice(index + 1, index + album.pictures)],
        caption: album.hasCaption ? request.messages[index + album.pictures] : undefined,
        position,
      })
    index += count - 1
  }
  return days
}

function separatorsAt(request: RowsRequest, index: number, message: TimelineMessage): readonly Row[] {
  const rows: Row[] = []
  if (isAfterSilence(request, index)) {
    rows.push({ kind: 'time', key: `time ${message.key}`, at: message.sentAt })
  }
  if (index === request.firstUnread) rows.push({ kind: 'unread', key: 'unread' })
  return rows
}

function isAfterSilence({ messages, zone }: RowsRequest, index: number): boolean {
  const before = messages[index - 1]
  const message = messages[index]
  if (before === undefined || message === undefined) return false
  if (dayNumber(before.sentAt, zone) !== dayNumber(message.sentAt, zone)) return false
  return message.sentAt - before.sentAt > timeLabelGap
}

function positionInRun(request: RowsRequest, first: number, last: number): RunPosition {
  const joinsBefore = isJoined(request, first)
  const joinsAfter = isJoined(request, last + 1)
  if (joinsBefore) return joinsAfter ? 'middle' : 'last'
  return joinsAfter ? 'first' : 'single'
}

/** Whether a message continues the run of the one before it. */
function isJoined({ messages, firstUnread, zone }: RowsRequest, index: number): boolean {
  const before = messages[index - 1]
  const message = messages[index]
  if (before === undefined || message === undefined) return false
  if (index === firstUnread || before.senderId !== message.senderId) return false
  if (isNotice(before) || isNotice(message)) return false
  if (message.sentAt - before.sentAt > maxRunGap) return false
  return dayNumber(before.sentAt, zone) === dayNumber(message.sentAt, zone)
}
