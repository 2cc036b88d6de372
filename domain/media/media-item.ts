import type { MessageType } from '#schemas/message-types.ts'
import { errorName } from '../http/rejection.ts'
import { mediaOf } from '../message/message-body.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** A picture, video or file as a message of its type carries it, from a message or a collection. */
export type MediaItem = Pick<TimelineMessage, 'key' | 'type' | 'body' | 'attachment'> & {
  /** When it was sent or saved, server ms. */
  readonly sentAt: number
}

/** Why a media item cannot be shown or played. */
export type MediaFault = (typeof errorName)['badMediaUrl' | 'imageLoad' | 'videoLoad' | 'audioLoad']

const loadErrors: Partial<Record<MessageType, MediaFault>> = {
  pic: errorName.imageLoad,
  emo: errorName.imageLoad,
  video: errorName.videoLoad,
  audio: errorName.audioLoad,
}

/**
 * Returns the error to show for a media item, by its kind: an address that names no stored file, or a file that did not
 * load [MEDIA-19 MEDIA-20]. Undefined for a message without media.
 */
export function mediaFaultOf(message: {
  readonly type: MessageType
  readonly body: string
}): MediaFault | undefined {
  const loadError = loadErrors[message.type]
  if (loadError === undefined) return undefined
  return mediaOf(message) === undefined ? errorName.badMediaUrl : loadError
}
