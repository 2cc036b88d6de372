import { ChevronLeft, ChevronRight, Crop, File, Film, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { ProgressBar } from 'react-aria-components'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useFileSize } from '#src/ui/use-file-size.ts'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { WaveBars } from '../playback/wave-bars.tsx'
import styles from './attachment-tray.module.css'
import { canEdit, type PickedAttachment } from './picked-attachment.ts'
import type { PickedAttachments } from './use-picked-attachments.ts'

interface AttachmentTrayProps {
  readonly attachments: PickedAttachments
  /** Called after a removal, to move the focus that the removed button had. */
  readonly onRemoved?: () => void
}

/**
 * The attachments to send, in order. A drag or two buttons reorder them; each has a button that removes it, and a still
 * picture one that crops and turns it.
 */
export const AttachmentTray = ({ attachments, onRemoved }: AttachmentTrayProps) => {
  const text = useText()
  const announce = useAnnouncer()
  const [dragged, setDragged] = useState<number>()
  const [editing, setEditing] = useState<number>()
  const { all } = attachments
  if (all.length === 0) return null
  const move = (attachment: PickedAttachment, by: number) => {
    attachments.move(attachment.id, by)
    const position = all.indexOf(attachment) + by + 1
    announce(text('conversation.attachment.moved', { name: attachment.name, position, count: all.length }))
  }
  const dragOver = (index: number) => (event: DragEvent) => {
    const from = all.findIndex(({ id }) => id === dragged)
    if (from < 0) return
    event.preventDefault()
    if (dragged !== undefined && from !== index) attachments.move(dragged, index - from)
  }
  return (
    <>
      <ul aria-label={text('conversation.attachments')} className={styles.tray}>
        {all.map((attachment, index) => (
          <li
            key={attachment.id}
            className={styles.item}
            draggable={all.length > 1}
            data-dragged={attachment.id === dragged}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(attachment.id)
            }}
            onDragOver={dragOver(index)}
            onDragEnd={() => setDragged(undefined)}
          >
            <Preview attachment={attachment} />
            {attachment.outgoing === undefined && <Preparing attachment={attachment} />}
            <span className={styles.remove}>
              <IconButton
                label={text('conversation.attachment.remove', { name: attachment.name })}
                icon={<X aria-hidden="true" />}
                hasTooltip={false}
                onPress={() => {
                  attachments.remove(attachment.id)
                  onRemoved?.()
                }}
              />
            </span>
            {canEdit(attachment) && (
              <span className={styles.edit}>
                <IconButton
                  label={text('conversation.attachment.edit', { name: attachment.name })}
                  icon={<Crop aria-hidden="true" />}
                  hasTooltip={false}
                  onPress={() => setEditing(attachment.id)}
                />
              </span>
            )}
            {all.length > 1 && (
              <Moves
                name={attachment.name}
                isFirst={index === 0}
                isLast={index === all.length - 1}
                onMove={(by) => move(attachment, by)}
              />
            )}
          </li>
        ))}
      </ul>
      <Editor
        edited={all.find(({ id }) => id === editing)}
        onDone={attachments.replace}
        onClose={() => setEditing(undefined)}
      />
    </>
  )
}

interface EditorProps {
  readonly edited: PickedAttachment | undefined
  readonly onDone: PickedAttachments['replace']
  readonly onClose: () => void
}

const loadEditor = onceLoaded(async () => (await import('../../media/picture-editor.tsx')).PictureEditor)

/** The editor of a picture, loaded on first use. It continues with the last edit of the picked picture. */
const Editor = ({ edited, onDone, onClose }: EditorProps) => {
  const text = useText()
  const toasts = useToasts()
  const { Component: PictureEditor } = useWhenNeeded(edited !== undefined, loadEditor, onClose)
  if (PictureEditor === undefined || edited?.editable === undefined) return null
  const { id, editable } = edited
  return (
    <PictureEditor
      picture={editable.original}
      edit={editable.edit}
      onDone={(picture, edit) => {
        onDone(id, picture, edit)
        onClose()
      }}
      onClose={onClose}
      onUnreadable={() => {
        onClose()
        toasts.show({ kind: 'error', text: text('errors.invalid-file') })
      }}
    />
  )
}

/** Shows a picture, the first frame of a video, or the name and size of any other file. */
const Preview = ({
  attachment: { kind, name, preview, size },
}: {
  readonly attachment: PickedAttachment
}) => {
  const sizeText = useFileSize()
  if (kind === 'image') {
    return (
      <>
        <img src={preview} alt={name} draggable={false} className={styles.picture} />
        <span className={styles['file-size']} aria-hidden="true">
          {sizeText(size)}
        </span>
      </>
    )
  }
  const isVideo = kind === 'video'
  const Icon = isVideo ? Film : File
  return (
    <div className={styles.file} role="img" aria-label={`${name}, ${sizeText(size)}`}>
      {isVideo && (
        <video src={preview} muted playsInline preload="metadata" tabIndex={-1} className={styles.frame} />
      )}
      <span className={styles.facts} aria-hidden="true" data-over-video={isVideo}>
        {kind === 'audio' ? <WaveBars name={name} seconds={0} place="preview" filled={1} /> : <Icon />}
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.size}>{sizeText(size)}</span>
      </span>
    </div>
  )
}

/** The progress of transcoding. */
const Preparing = ({ attachment: { name, progress } }: { readonly attachment: PickedAttachment }) => {
  const text = useText()
  return (
    <span className={styles.preparing}>
      <Spinner size="small" isDecorative />
      <ProgressBar
        aria-label={text('conversation.attachment.preparing', { name })}
        value={progress}
        minValue={0}
        maxValue={1}
        className={() => styles.track ?? ''}
      >
        <span className={styles.bar} style={{ scale: `${progress} 1` }} />
      </ProgressBar>
    </span>
  )
}

interface MovesProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: number) => void
}

/** Two buttons that reorder attachments by keyboard or touch. */
const Moves = ({ name, isFirst, isLast, onMove }: MovesProps) => {
  const text = useText()
  return (
    <span className={styles.moves}>
      <IconButton
        label={text('conversation.attachment.earlier', { name })}
        icon={<ChevronLeft aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={isFirst}
        onPress={() => onMove(-1)}
      />
      <IconButton
        label={text('conversation.attachment.later', { name })}
        icon={<ChevronRight aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={isLast}
        onPress={() => onMove(1)}
      />
    </span>
  )
}
