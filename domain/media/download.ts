import type { Outcome } from '../commands/command.ts'
import { twoDigits, wallTime } from '../formats/calendar.ts'
import { errorName, refusedBecause } from '../http/refusal.ts'
import { type MessageBody, readMessageBody } from '../message/message-body.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** What a browser saves under which name. */
export interface Download {
  readonly path: string
  readonly name: string
}

type Downloaded = Pick<TimelineMessage, 'type' | 'body' | 'attachment'>

/** Of what a file without a name of its own is one. */
export type DownloadKind = Extract<MessageBody, { readonly media: unknown }>['kind']

/** How a file without a name of its own is called: what it is, and when it came. */
export interface DownloadNaming {
  readonly kindName: (kind: DownloadKind) => string
  /** Server time, ms; 0 when it is not told. */
  readonly at: number
  /** IANA time zone; the device's own when absent. */
  readonly zone?: string | undefined
}

const refuse = (key: (typeof errorName)['badDownloadUrl' | 'unknownDownloadUrl']): Outcome<Download> =>
  refusedBecause({ key })

/**
 * The file of a message, to be saved. Refuses an address that names no stored file as BAD_DOWNLOAD_URL, and a message that has none
 * (yet) as UNKNOWN_DOWNLOAD_URL [MEDIA-37].
 */
export function downloadOf(
  { type, body, attachment }: Downloaded,
  naming: DownloadNaming,
): Outcome<Download> {
  if (attachment !== undefined) return refuse(errorName.unknownDownloadUrl)
  const read = readMessageBody(type, body)
  if (read.kind === 'damaged') return refuse(errorName.badDownloadUrl)
  if (!('media' in read)) return refuse(errorName.unknownDownloadUrl)
  if (!read.media) return refuse(errorName.badDownloadUrl)
  const { path, name } = read.media
  const isNamed = read.kind === 'file' && read.name !== name
  return { isOk: true, value: { path, name: isNamed ? read.name : nameFor(read.kind, name, naming) } }
}

/** Whether a message has a file that can be saved. */
export const canDownload = (message: Downloaded): boolean =>
  downloadOf(message, { kindName: String, at: 0 }).isOk

/** A stored name says nothing to anybody; a dot stands for what no file system takes. */
function nameFor(kind: DownloadKind, stored: string, { kindName, at, zone }: DownloadNaming): string {
  const extension = stored.slice(stored.lastIndexOf('.'))
  if (at === 0) return kindName(kind) + extension
  const { year, month, day, hour, minute } = wallTime(at, zone)
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}.${twoDigits(minute)}`
  return `${kindName(kind)} ${date}${extension}`
}
