import type { Outcome } from '../commands/command.ts'
import { twoDigits, wallTime } from '../formats/calendar.ts'
import { errorName, rejectedBecause } from '../http/rejection.ts'
import { type MessageBody, readMessageBody } from '../message/message-body.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** An address to download, and the file name to save it under. */
export interface Download {
  readonly path: string
  readonly name: string
}

type Downloaded = Pick<TimelineMessage, 'type' | 'body' | 'attachment'>

/** The words for a file without a name, by kind. */
export type DownloadKind = Extract<MessageBody, { readonly media: unknown }>['kind']

/** Returns a name for a file without one: its kind and its time. */
export interface DownloadNaming {
  readonly kindName: (kind: DownloadKind) => string
  /** Server time, ms; 0 if unknown. */
  readonly at: number
  /** IANA time zone; the device's own if absent. */
  readonly zone?: string | undefined
}

const reject = (key: (typeof errorName)['badDownloadUrl' | 'unknownDownloadUrl']): Outcome<Download> =>
  rejectedBecause({ key })

/**
 * Returns the file of a message to save. Rejects an address that names no stored file with BAD_DOWNLOAD_URL, and a
 * message without a file, or without one yet, with UNKNOWN_DOWNLOAD_URL [MEDIA-37].
 */
export function downloadOf(
  { type, body, attachment }: Downloaded,
  naming: DownloadNaming,
): Outcome<Download> {
  if (attachment !== undefined) return reject(errorName.unknownDownloadUrl)
  const read = readMessageBody(type, body)
  if (read.kind === 'damaged') return reject(errorName.badDownloadUrl)
  if (!('media' in read)) return reject(errorName.unknownDownloadUrl)
  if (!read.media) return reject(errorName.badDownloadUrl)
  const { path, name } = read.media
  const isNamed = read.kind === 'file' && read.name !== name
  return { isOk: true, value: { path, name: isNamed ? read.name : nameFor(read.kind, name, naming) } }
}

/** Whether a message has a file that can be saved. */
export const canDownload = (message: Downloaded): boolean =>
  downloadOf(message, { kindName: String, at: 0 }).isOk

/** A stored name means nothing to a person. Characters that no file system allows become dots. */
function nameFor(kind: DownloadKind, stored: string, { kindName, at, zone }: DownloadNaming): string {
  const extension = stored.slice(stored.lastIndexOf('.'))
  if (at === 0) return kindName(kind) + extension
  const { year, month, day, hour, minute } = wallTime(at, zone)
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}.${twoDigits(minute)}`
  return `${kindName(kind)} ${date}${extension}`
}
