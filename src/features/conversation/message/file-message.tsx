import {
  AppWindow,
  File,
  FileArchive,
  FileCode,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Presentation,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { extensionOf, type FileFamily, fileFamilyOf } from '#domain/media/file-name.ts'
import { readMessageBody } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useFileSize } from '#src/ui/use-file-size.ts'
import { useText } from '#src/ui/use-text.ts'
import { SavingLink, useDownloadOf } from '../../media/use-download.tsx'
import { UploadProgress } from '../attachments/upload-progress.tsx'
import styles from './file-message.module.css'

interface FileMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A file message with kind and name. A press saves the file; it never opens as a page [MEDIA-37 MSG-08]. */
export const FileMessage = ({ message, meta, isReachable }: FileMessageProps) => {
  const sizeText = useFileSize()
  const { attachment } = message
  const body = readMessageBody(message.type, message.body)
  if (attachment !== undefined) {
    return (
      <div className={styles.file}>
        <Tile name={attachment.name}>
          <UploadProgress message={message} isReachable={isReachable} />
        </Tile>
        <Facts name={attachment.name} detail={sizeText(attachment.size)} />
        <span className={styles.meta}>{meta}</span>
      </div>
    )
  }
  if (body.kind !== 'file') return null
  return (
    <div className={styles.file}>
      <StoredFile message={message} name={body.name} isReachable={isReachable} />
      <span className={styles.meta}>{meta}</span>
    </div>
  )
}

interface StoredFileProps {
  readonly message: TimelineMessage
  /** As it is shown. */
  readonly name: string
  readonly isReachable: boolean
}

const StoredFile = ({ message, name, isReachable }: StoredFileProps) => {
  const text = useText()
  const file = useDownloadOf()(message)
  if (!file.isOk) return null
  return (
    <SavingLink file={file.value} tabIndex={isReachable ? 0 : -1} className={styles.link}>
      <Tile name={name} />
      <Facts name={name} detail={text('conversation.file.download')} />
    </SavingLink>
  )
}

const icons: Readonly<Record<FileFamily, LucideIcon>> = {
  archive: FileArchive,
  code: FileCode,
  document: FileText,
  picture: FileImage,
  program: AppWindow,
  sheet: FileSpreadsheet,
  slides: Presentation,
  sound: FileHeadphone,
  video: FilePlay,
  other: File,
}

const Tile = ({ name, children }: { readonly name: string; readonly children?: ReactNode }) => {
  const Icon = icons[fileFamilyOf(name)]
  return (
    <span className={styles.tile}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  )
}

/** The file name, shortened if necessary, and its details. */
const Facts = ({ name, detail }: { readonly name: string; readonly detail: string }) => {
  const extension = extensionOf(name).toUpperCase()
  return (
    <span className={styles.facts}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.detail}>{extension === '' ? detail : `${extension} · ${detail}`}</span>
    </span>
  )
}
