import { Download, File, ImageOff, RotateCw, VideoOff } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { type MediaItem, mediaFaultOf } from '#domain/media/media-item.ts'
import { type ShownFile, useShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-slide.module.css'
import { SavingLink, useDownloadOf } from './use-download.tsx'
import { VideoPlayer } from './video-player.tsx'
import { ZoomablePicture, type ZoomHandle } from './zoomable-picture.tsx'

interface MediaSlideProps {
  readonly item: MediaItem
  readonly isCurrent: boolean
  readonly zoom: RefObject<ZoomHandle | null> | undefined
  readonly onScale: (scale: number) => void
}

/** One media item, as large as the page allows. */
export const MediaSlide = (props: MediaSlideProps) => {
  const { item } = props
  if (item.type === 'file') return <FileSlide item={item} />
  return <SeenSlide {...props} />
}

const SeenSlide = ({ item, isCurrent, zoom, onScale }: MediaSlideProps) => {
  const file = useShownFile(item)
  if (file.isBroken) return <Broken item={item} file={file} />
  if (item.type === 'video') return <VideoPlayer item={item} file={file} isCurrent={isCurrent} />
  return <ZoomablePicture item={item} file={file} isCurrent={isCurrent} zoom={zoom} onScale={onScale} />
}

/** Replaces a file that failed to load and names the fault by the specification's term [MEDIA-18 MEDIA-19 MEDIA-20]. */
const Broken = ({ item, file }: { readonly item: MediaItem; readonly file: ShownFile }) => {
  const text = useText()
  const isVideo = item.type === 'video'
  return (
    <Notice icon={isVideo ? <VideoOff /> : <ImageOff />}>
      <p>{text(isVideo ? 'conversation.video.broken' : 'conversation.picture.broken')}</p>
      <p className={styles.fault}>{mediaFaultOf(item)}</p>
      {file.retry !== undefined && (
        <Button icon={<RotateCw aria-hidden="true" />} onPress={file.retry}>
          {text('common.retry')}
        </Button>
      )}
    </Notice>
  )
}

const FileSlide = ({ item }: { readonly item: MediaItem }) => {
  const text = useText()
  const file = useDownloadOf()(item)
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
    <div className={styles.card} data-media-item>
      <span aria-hidden="true" className={styles.icon}>
        {icon}
      </span>
      {children}
    </div>
  </div>
)
