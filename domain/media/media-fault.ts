import type { MessageType } from '#schemas/wire/message.ts'
import { mediaOf } from '../message/message-body.ts'

/** Why a medium is not there to be seen or heard. */
export type MediaFault = 'BAD_MEDIA_URL' | 'IMAGE_LOAD_ERROR' | 'VIDEO_LOAD_ERROR' | 'AUDIO_LOAD_ERROR'

const loadErrors: Partial<Record<MessageType, MediaFault>> = {
  pic: 'IMAGE_LOAD_ERROR',
  emo: 'IMAGE_LOAD_ERROR',
  video: 'VIDEO_LOAD_ERROR',
  audio: 'AUDIO_LOAD_ERROR',
}

/**
 * What is to be said of a medium that could not be shown: an address that names no stored file, or a file that did not load, by
 * its kind [MEDIA-19 MEDIA-20]. Undefined for a message without media.
 */
export function mediaFaultOf(message: {
  readonly type: MessageType
  readonly body: string
}): MediaFault | undefined {
  const loadError = loadErrors[message.type]
  if (loadError === undefined) return undefined
  return mediaOf(message) === undefined ? 'BAD_MEDIA_URL' : loadError
}
