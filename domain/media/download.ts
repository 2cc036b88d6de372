import type { Outcome } from '../commands/command.ts'
import { errorName, refusedBecause } from '../http/refusal.ts'
import { readMessageBody } from '../message/message-body.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** What a browser saves under which name. */
export interface Download {
  readonly path: string
  readonly name: string
}

type Downloaded = Pick<TimelineMessage, 'type' | 'body' | 'attachment'>

const refuse = (key: (typeof errorName)['badDownloadUrl' | 'unknownDownloadUrl']): Outcome<Download> =>
  refusedBecause({ key })

/**
 * The file of a message, to be saved. Refuses an address that names no stored file as BAD_DOWNLOAD_URL, and a message that has none
 * (yet) as UNKNOWN_DOWNLOAD_URL [MEDIA-37].
 */
export function downloadOf({ type, body, attachment }: Downloaded): Outcome<Download> {
  if (attachment !== undefined) return refuse(errorName.unknownDownloadUrl)
  const read = readMessageBody(type, body)
  if (read.kind === 'damaged') return refuse(errorName.badDownloadUrl)
  if (!('media' in read)) return refuse(errorName.unknownDownloadUrl)
  if (!read.media) return refuse(errorName.badDownloadUrl)
  const { path, name } = read.media
  return { isOk: true, value: { path, name: read.kind === 'file' ? read.name : name } }
}
