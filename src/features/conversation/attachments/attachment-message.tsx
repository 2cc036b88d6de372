import { File, Film, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { Attachment } from '#schemas/log/message.ts'
import styles from './attachment-message.module.css'
import { UploadProgress } from './upload-progress.tsx'
import { useFileSize } from './use-file-size.ts'

interface AttachmentMessageProps {
  readonly message: TimelineMessage
  readonly attachment: Attachment
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A video, a sound or a file on its way: its name and size beside how much of it has left. */
export const AttachmentMessage = ({ message, attachment, meta, isReachable }: AttachmentMessageProps) => {
  const sizeText = useFileSize()
  const Icon = message.type === 'video' ? Film : message.type === 'audio' ? Music : File
  return (
    <div className={styles.attachment}>
      <span className={styles.state}>
        <Icon aria-hidden="true" />
        <UploadProgress message={message} isReachable={isReachable} />
      </span>
      <span className={styles.facts}>
        <bdi className={styles.name}>{attachment.name}</bdi>
        <span className={styles.size}>{sizeText(attachment.size)}</span>
      </span>
      <span className={styles.meta}>{meta}</span>
    </div>
  )
}
