import type { ReactNode } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { UploadProgress } from '../attachments/upload-progress.tsx'
import { SoundPlayer } from './sound-player.tsx'

interface SoundMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A voice message in its bubble [MSG-23 MEDIA-11]. */
export const SoundMessage = ({ message, meta, isReachable }: SoundMessageProps) => (
  <SoundPlayer
    medium={message}
    place="message"
    over={<UploadProgress message={message} isReachable={isReachable} />}
    meta={meta}
    isReachable={isReachable}
  />
)
