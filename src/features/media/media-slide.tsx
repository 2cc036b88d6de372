import { Download, File, ImageOff, RotateCw, VideoOff } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { downloadOf } from '#domain/media/download.ts'
import { mediaFaultOf } from '#domain/media/media-fault.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ShownFile, useShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-slide.module.css'
import { VideoPlayer } from './video-player.tsx'
import { ZoomablePicture, type ZoomHandle } from './zoomable-picture.tsx'

interface MediaSlideProps {
  readonly message: TimelineMessage
  readonly isCurrent: boolean
  readonly zoom: RefObject<ZoomHandle | null> | undefined
  readonly onScale: (scale: number) => void
}

/** One medium, as large as the page allows. */
export const MediaSlide = (props: MediaSlideProps) => {
  const { message } = props
  if (message.type === 'file') return <FileSlide message={message} />
  return <SeenSlide {...props} />
}

const SeenSlide = ({ message, isCurrent, zoom, onScale }: MediaSlideProps) => {
  const file = useShownFile(message)
  if (file.isBroken) return <Broken message={message} file={file} />
  if (message.type === 'video') return <VideoPlayer message={message} file={file} isCurrent={isCurrent} />
  return <ZoomablePicture message={message} file={file} isCurrent={isCurrent} zoom={zoom} onScale={onScale} />
}

/** Stands in for what could not be had, and says in the words of the specification why [MEDIA-18 MEDIA-19 MEDIA-20]. */
const Broken = ({ message, file }: { readonly message: TimelineMessage; readonly file: ShownFile }) => {
  const text = useText()
  const isVideo = message.type === 'video'
  return (
    <Notice icon={isVideo ? <VideoOff /> : <ImageOff />}>
      <p>{text(isVideo ? 'conversation.video.broken' : 'conversation.picture.broken')}</p>
      <p className={styles.fault}>{mediaFaultOf(message)}</p>
      {file.retry !== undefined && (
        <Button icon={<RotateCw aria-hidden="true" />} onPress={file.retry}>
          {text('common.retry')}
        </Button>
      )}
    </Notice>
  )
}

const FileSlide = ({ message }: { readonly message: TimelineMessage }) => {
  const text = useText()
  const file = downloadOf(message)
  return (
    <Notice icon={<File />}>
      <p className={styles.name}>
        <bdi>{file.isOk ? file.value.name : text('media.damaged')}</bdi>
      </p>
      {file.isOk && (
        <a href={file.value.path} download={file.value.name} className={styles.download}>
          <Download aria-hidden="true" />
          {text('conversation.file.download')}
        </a>
      )}
    </Notice>
  )
}

const Notice = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <div className={styles.notice}>
    <div className={styles.card} data-medium>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      {children}
    </div>
  </div>
)
