import { Download, File, ImageOff, RotateCw, VideoOff } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type MediaItem, mediaFaultOf } from '#domain/media/media-item.ts'
import { isUnplayable } from '#domain/media/playback.ts'
import { type ShownFile, useShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { exclusivePlayback } from '#src/platform/media/exclusive-playback.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { usePauseWhenHidden } from '../conversation/use-visible.ts'
import styles from './media-slide.module.css'
import { SavingLink, useDownloadOf } from './use-download.tsx'
import { enlargedSize, ZoomablePicture, type ZoomHandle } from './zoomable-picture.tsx'

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

interface VideoPlayerProps {
  readonly item: MediaItem
  readonly file: ShownFile
  readonly isCurrent: boolean
}

/**
 * A video with the browser's controls. It pauses when another item is shown or the page is hidden [MEDIA-12 MEDIA-13
 * MEDIA-17].
 */
const VideoPlayer = ({ item, file, isCurrent }: VideoPlayerProps) => {
  const text = useText()
  const player = useRef<HTMLVideoElement>(null)
  const [isUnsupported, setUnsupported] = useState(false)
  usePauseWhenHidden(player)
  useEffect(() => {
    if (!isCurrent) player.current?.pause()
  }, [isCurrent])
  useEffect(() => {
    const { current } = player
    return () => {
      if (current) exclusivePlayback.end(current)
    }
  }, [])
  const onError = () => {
    if (isUnplayable(player.current?.error ?? undefined)) setUnsupported(true)
    else file.onError()
  }
  if (isUnsupported)
    return (
      <div className={styles.notice}>
        <div className={styles.card} data-media-item>
          <span aria-hidden="true" className={styles.icon}>
            <VideoOff />
          </span>
          <p>{text('errors.video-not-supported')}</p>
        </div>
      </div>
    )
  return (
    <div className={classNames(styles.stage, styles.measured)}>
      {!file.isLoaded && (
        <span className={styles.loading}>
          <Spinner />
        </span>
      )}
      {file.source !== undefined && (
        <video
          ref={player}
          data-media-item
          // Some browsers show no frame at position 0.
          src={`${file.source}#t=0.001`}
          controls
          playsInline
          preload="metadata"
          aria-label={text('conversation.video')}
          className={styles.video}
          style={enlargedSize(item, leastVideoWidth)}
          data-loaded={file.isLoaded}
          onLoadedData={file.onLoad}
          onError={onError}
          onPlay={({ currentTarget }) => exclusivePlayback.begin(currentTarget)}
        >
          {/* What people send each other comes without captions. */}
          <track kind="captions" />
        </video>
      )}
    </div>
  )
}

/** The native controls need this width, px. */
const leastVideoWidth = 480
