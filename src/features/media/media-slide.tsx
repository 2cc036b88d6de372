import { Download, File, ImageOff, RotateCw, VideoOff } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { type Medium, mediaFaultOf } from '#domain/media/media-item.ts'
import { type ShownFile, useShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-slide.module.css'
import { SavingLink, useDownloadOf } from './use-download.tsx'
import { VideoPlayer } from './video-player.tsx'
import { ZoomablePicture, type ZoomHandle } from './zoomable-picture.tsx'

interface MediaSlideProps {
  readonly medium: Medium
  readonly isCurrent: boolean
  readonly zoom: RefObject<ZoomHandle | null> | undefined
  readonly onScale: (scale: number) => void
}

/** One medium, as large as the page allows. */
export const MediaSlide = (props: MediaSlideProps) => {
  const { medium } = props
  if (medium.type === 'file') return <FileSlide medium={medium} />
  return <SeenSlide {...props} />
}

const SeenSlide = ({ medium, isCurrent, zoom, onScale }: MediaSlideProps) => {
  const file = useShownFile(medium)
  if (file.isBroken) return <Broken medium={medium} file={file} />
  if (medium.type === 'video') return <VideoPlayer medium={medium} file={file} isCurrent={isCurrent} />
  return <ZoomablePicture medium={medium} file={file} isCurrent={isCurrent} zoom={zoom} onScale={onScale} />
}

/** Stands in for what could not be had, and says in the words of the specification why [MEDIA-18 MEDIA-19 MEDIA-20]. */
const Broken = ({ medium, file }: { readonly medium: Medium; readonly file: ShownFile }) => {
  const text = useText()
  const isVideo = medium.type === 'video'
  return (
    <Notice icon={isVideo ? <VideoOff /> : <ImageOff />}>
      <p>{text(isVideo ? 'conversation.video.broken' : 'conversation.picture.broken')}</p>
      <p className={styles.fault}>{mediaFaultOf(medium)}</p>
      {file.retry !== undefined && (
        <Button icon={<RotateCw aria-hidden="true" />} onPress={file.retry}>
          {text('common.retry')}
        </Button>
      )}
    </Notice>
  )
}

const FileSlide = ({ medium }: { readonly medium: Medium }) => {
  const text = useText()
  const file = useDownloadOf()(medium)
  return (
    <Notice icon={<File />}>
      <p className={styles.name}>
        <bdi>{file.isOk ? file.value.name : text('media.damaged')}</bdi>
      </p>
      {file.isOk && (
        <SavingLink file={file.value} className={styles.download}>
          <Download aria-hidden="true" />
          {text('conversation.file.download')}
        </SavingLink>
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
