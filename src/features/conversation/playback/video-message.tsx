import { useNavigate } from '@tanstack/react-router'
import { Download, Film, Maximize2, Play, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { playingTime } from '#domain/formats/duration.ts'
import type { MediaMetadata } from '#domain/media/media-address.ts'
import { isUnplayable } from '#domain/media/playback.ts'
import { mediaOf } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useOpenConversation } from '#src/features/conversation-list/link-to.ts'
import { viewerHref } from '#src/features/media/media-links.ts'
import { SavingLink, useDownloadOf } from '#src/features/media/use-download.tsx'
import { exclusivePlayback } from '#src/platform/media/exclusive-playback.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import mediaStyles from '../attachments/media-frame.module.css'
import { BrokenMedia, MediaFrame, MediaNotice } from '../attachments/media-frame.tsx'
import { UploadProgress } from '../attachments/upload-progress.tsx'
import { type ShownFile, useShownFile } from '../attachments/use-shown-file.ts'
import { usePauseWhenHidden } from '../use-visible.ts'
import styles from './video-message.module.css'

interface VideoMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A video message. It reserves its size, shows its first frame and plays inline [MEDIA-10 MEDIA-17 MEDIA-18]. */
export const VideoMessage = ({ message, meta, isReachable }: VideoMessageProps) => {
  const text = useText()
  const file = useShownFile(message)
  const [isUnsupported, setUnsupported] = useState(false)
  const [isStarted, setStarted] = useState(false)
  const metadata: MediaMetadata = message.attachment ?? mediaOf(message) ?? {}
  const isShown = !isUnsupported && !file.isBroken
  return (
    <MediaFrame
      metadata={metadata}
      meta={meta}
      // While it plays, its controls are at the bottom.
      metaAt={isShown && isStarted ? 'top' : 'bottom'}
      className={styles.frame}
    >
      {isUnsupported && <Unsupported message={message} isReachable={isReachable} />}
      {!isUnsupported && file.isBroken && (
        <BrokenMedia
          icon={<VideoOff aria-hidden="true" />}
          label={text('conversation.video.broken')}
          file={file}
          isReachable={isReachable}
        />
      )}
      {isShown && (
        <Player
          file={file}
          seconds={metadata.seconds}
          isReachable={isReachable}
          isStarted={isStarted}
          onStarted={() => setStarted(true)}
          onUnsupported={() => setUnsupported(true)}
        />
      )}
      {isShown && <ViewerLink message={message} isReachable={isReachable} isStarted={isStarted} />}
      <UploadProgress message={message} isReachable={isReachable} />
    </MediaFrame>
  )
}

interface ViewerLinkProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
  readonly isStarted: boolean
}

/** The button that opens the viewer; only for messages with a server id. */
const ViewerLink = ({ message, isReachable, isStarted }: ViewerLinkProps) => {
  const text = useText()
  const navigate = useNavigate()
  const id = useOpenConversation()
  const { serverId } = message
  if (id === undefined || serverId === undefined) return null
  return (
    <Button
      className={classNames(styles.enlarge)}
      // The time is in the other corner then.
      data-at={isStarted ? 'start' : 'end'}
      aria-label={text('media.video.open')}
      excludeFromTabOrder={!isReachable}
      onPress={() => void navigate({ href: viewerHref(id, serverId) })}
    >
      <Maximize2 aria-hidden="true" />
    </Button>
  )
}

interface PlayerProps {
  readonly file: ShownFile
  /** s; undefined if unknown. */
  readonly seconds: number | undefined
  readonly isReachable: boolean
  readonly isStarted: boolean
  readonly onStarted: () => void
  readonly onUnsupported: () => void
}

const Player = ({ file, seconds, isReachable, isStarted, onStarted, onUnsupported }: PlayerProps) => {
  const text = useText()
  const player = useRef<HTMLVideoElement>(null)
  usePauseWhenHidden(player)
  useEffect(() => {
    const { current } = player
    return () => {
      if (current) exclusivePlayback.end(current)
    }
  }, [])
  const onError = () => {
    const error = player.current?.error
    if (isUnplayable(error ?? undefined)) onUnsupported()
    else file.onError()
  }
  const start = () => {
    onStarted()
    // If the browser rejects to play, the controls allow another attempt.
    player.current?.play().catch(() => undefined)
  }
  return (
    <>
      {!file.isLoaded && <span className={mediaStyles.skeleton} />}
      {file.source !== undefined && (
        <video
          ref={player}
          // Some browsers show no frame at position 0.
          src={`${file.source}#t=0.001`}
          className={classNames(mediaStyles.media, styles.video)}
          data-loaded={file.isLoaded}
          aria-label={text('conversation.video')}
          controls={isStarted}
          tabIndex={isReachable && isStarted ? 0 : -1}
          preload="metadata"
          playsInline
          onLoadedData={file.onLoad}
          onError={onError}
          onPlay={({ currentTarget }) => exclusivePlayback.begin(currentTarget)}
        >
          {/* What people send each other comes without captions. */}
          <track kind="captions" />
        </video>
      )}
      {!isStarted && (
        <Button
          className={classNames(styles.start)}
          aria-label={text('conversation.video.play')}
          excludeFromTabOrder={!isReachable}
          onPress={start}
        >
          <span className={styles.circle}>
            <Play aria-hidden="true" />
          </span>
        </Button>
      )}
      {!isStarted && (
        <span className={styles.length}>
          <Film aria-hidden="true" />
          {seconds !== undefined && playingTime(seconds)}
        </span>
      )}
    </>
  )
}

interface UnsupportedProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** Offers the download of a video that this browser cannot play [MEDIA-17]. */
const Unsupported = ({ message, isReachable }: UnsupportedProps) => {
  const text = useText()
  const file = useDownloadOf()(message)
  return (
    <MediaNotice icon={<VideoOff aria-hidden="true" />} label={text('errors.video-not-supported')}>
      {file.isOk && (
        <SavingLink file={file.value} tabIndex={isReachable ? 0 : -1} className={mediaStyles.action}>
          <Download aria-hidden="true" />
          {text('conversation.file.download')}
        </SavingLink>
      )}
    </MediaNotice>
  )
}
