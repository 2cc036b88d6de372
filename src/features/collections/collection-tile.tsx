import { File, Play } from 'lucide-react'
import { useState } from 'react'
import { bodyOf } from '#domain/collections/collecting.ts'
import { fullDate } from '#domain/formats/dates.ts'
import { playingTime } from '#domain/formats/duration.ts'
import { textLine } from '#domain/formats/preview.ts'
import { splitEmoticons } from '#domain/message/emoticons.ts'
import type { MessageBody } from '#domain/message/message-body.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { EmoticonImage } from '../conversation/message/message-text.tsx'
import { WaveBars } from '../conversation/playback/wave-bars.tsx'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import { useFilePass } from '../media/use-download.tsx'
import styles from './collection-tile.module.css'

interface CollectionTileProps {
  readonly collection: Collection
  readonly onOpen: () => void
}

/** A tile of a collection with its content and origin [COLL-02]. */
export const CollectionTile = ({ collection, onOpen }: CollectionTileProps) => {
  const text = useText()
  const { locale } = useViewpoint()
  const { id, type, from } = collection
  const body = bodyOf(collection)
  return (
    <button
      type="button"
      title={collectionLabel(collection, text, locale)}
      data-collection={id}
      data-kind={type}
      className={styles.tile}
      onClick={onOpen}
    >
      <span className={styles.content}>
        <TileContent body={body} />
      </span>
      {from && <bdi className={styles.from}>{from.name}</bdi>}
    </button>
  )
}

/** Text without links, because the whole tile is a button. */
const Words = ({ text }: { readonly text: string }) => {
  let reached = 0
  return splitEmoticons(text.slice(0, longestShown)).map((part) => {
    const key = reached
    reached += part.text.length
    return part.kind === 'text' ? part.text : <EmoticonImage key={key} emoticon={part.emoticon} />
  })
}
/** More characters than five lines can hold. */
const longestShown = 500

const TileContent = ({ body }: { readonly body: MessageBody }) => {
  const text = useText()
  switch (body.kind) {
    case 'text':
      return (
        <span className={styles.words}>
          <Words text={body.text} />
        </span>
      )
    case 'picture':
      return <TilePicture path={(body.small ?? body.media).path} />
    case 'video':
      return (
        <>
          {body.small ? <TilePicture path={body.small.path} /> : <TileVideo path={body.media.path} />}
          <span className={styles.play}>
            <Play aria-hidden="true" />
          </span>
        </>
      )
    case 'audio':
      return (
        <span className={styles.plain}>
          <span>
            <WaveBars name={body.media.name} seconds={body.seconds} place="preview" filled={1} />
          </span>
          <span data-numeric="true">{playingTime(body.seconds)}</span>
        </span>
      )
    case 'file':
      return (
        <span className={styles.plain}>
          <File aria-hidden="true" />
          <bdi className={styles.name}>{body.name}</bdi>
        </span>
      )
    default:
      return <span className={styles.plain}>{text('messages.preview.damaged')}</span>
  }
}

const TilePicture = ({ path }: { readonly path: string }) => {
  const text = useText()
  const hasPass = useFilePass()
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <span className={styles.plain}>{text('collections.broken')}</span>
  if (!hasPass) return <span className={styles.shape} />
  return (
    <img
      src={path}
      alt={text('collections.type.image')}
      loading="lazy"
      draggable={false}
      className={styles.picture}
      onError={() => setIsBroken(true)}
    />
  )
}

/** The first frame of a video. */
const TileVideo = ({ path }: { readonly path: string }) => {
  const hasPass = useFilePass()
  if (!hasPass) return <span className={styles.shape} />
  return <video src={`${path}#t=0.1`} preload="metadata" muted playsInline className={styles.picture} />
}

/** Returns the accessible name of a collection: type or content, origin and date. */
export function collectionLabel(collection: Collection, text: Translate, locale: string): string {
  const { type, from, savedAt } = collection
  const kind = whatItSays(bodyOf(collection)) ?? text(`collections.type.${type}`)
  const values = { kind, date: fullDate(savedAt, locale) }
  return from
    ? text('collections.tile', { ...values, name: from.name })
    : text('collections.tile-unnamed', values)
}

/** Returns text that names it better than its type. */
function whatItSays(body: MessageBody): string | undefined {
  if (body.kind === 'text') return textLine(body.text)
  return body.kind === 'file' ? body.name : undefined
}
