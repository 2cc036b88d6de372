import { File, Film, ImageOff, Play, VideoOff } from 'lucide-react'
import { Button } from 'react-aria-components'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { playingTime } from '#domain/formats/duration.ts'
import { extensionOf } from '#domain/media/file-name.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-tile.module.css'
import { SavingLink, useDownloadOf } from './use-download.tsx'

interface MediaTileProps {
  readonly message: TimelineMessage
  readonly viewpoint: Viewpoint
  readonly isTabStop: boolean
  readonly onFocus: () => void
  readonly onOpen: (message: TimelineMessage) => void
}

/** A tile of the media screen. A picture or video opens in the viewer; a file is saved. */
export const MediaTile = (props: MediaTileProps) =>
  props.message.type === 'file' ? <FileTile {...props} /> : <SeenTile {...props} />

const SeenTile = ({ message, viewpoint, isTabStop, onFocus, onOpen }: MediaTileProps) => {
  const text = useText()
  const kind = message.type === 'video' ? 'video' : 'picture'
  const seconds = kind === 'video' ? secondsOf(message) : undefined
  const when = messageDate(message.sentAt, viewpoint)
  // The length is part of the accessible name.
  const date = seconds === undefined ? when : `${when} · ${playingTime(seconds)}`
  return (
    <Button
      data-tile={message.key}
      aria-label={text(`media.tile.${kind}`, { sender: message.senderName, date })}
      excludeFromTabOrder={!isTabStop}
      onFocus={onFocus}
      onPress={() => onOpen(message)}
      className={classNames(styles.tile)}
    >
      {kind === 'video' ? <VideoFrame message={message} /> : <Thumbnail message={message} />}
    </Button>
  )
}

const secondsOf = ({ type, body }: TimelineMessage): number | undefined =>
  filesOf(readMessageBody(type, body))[0]?.seconds

const Thumbnail = ({ message }: { readonly message: TimelineMessage }) => {
  const { source, isLoaded, isBroken, onLoad, onError } = useShownFile(message)
  const small = filesOf(readMessageBody(message.type, message.body))[1]?.path
  if (isBroken) return <ImageOff aria-hidden="true" className={styles.broken} />
  if (source === undefined) return null
  return (
    <img
      src={small ?? source}
      alt=""
      decoding="async"
      draggable={false}
      className={styles.seen}
      data-loaded={isLoaded}
      onLoad={onLoad}
      onError={onError}
    />
  )
}

const VideoFrame = ({ message }: { readonly message: TimelineMessage }) => {
  const { source, isLoaded, isBroken, onLoad, onError } = useShownFile(message)
  const seconds = secondsOf(message)
  return (
    <>
      {isBroken && <VideoOff aria-hidden="true" className={styles.broken} />}
      {!isBroken && source !== undefined && (
        <video
          // Some browsers show no frame at position 0.
          src={`${source}#t=0.001`}
          muted
          playsInline
          tabIndex={-1}
          preload="metadata"
          aria-hidden="true"
          className={styles.seen}
          data-loaded={isLoaded}
          onLoadedData={onLoad}
          onError={onError}
        />
      )}
      <span className={styles.length} aria-hidden="true">
        {seconds === undefined ? <Film /> : <Play />}
        {seconds !== undefined && playingTime(seconds)}
      </span>
    </>
  )
}

const FileTile = ({ message, isTabStop, onFocus }: MediaTileProps) => {
  const text = useText()
  const file = useDownloadOf()(message)
  if (!file.isOk)
    return (
      <span className={classNames(styles.tile, styles.file)}>
        <File aria-hidden="true" />
        <span className={styles.name}>{text('media.damaged')}</span>
      </span>
    )
  const { name } = file.value
  return (
    <SavingLink
      file={file.value}
      data-tile={message.key}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      className={classNames(styles.tile, styles.file)}
    >
      <File aria-hidden="true" />
      <span className={styles.extension}>{extensionOf(name).toUpperCase()}</span>
      <bdi className={styles.name}>{name}</bdi>
    </SavingLink>
  )
}
