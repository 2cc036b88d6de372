import { RotateCcw, RotateCw, TrianglesCenterlineDashedVertical } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { renamedTo } from '#domain/media/file-name.ts'
import {
  type CropArea,
  croppedPixels,
  cropToAspect,
  isUnedited,
  mirrorPicture,
  type PictureEdit,
  shownSize,
  turnPicture,
  unedited,
} from '#domain/media/picture-crop.ts'
import { pictureType } from '#domain/media/picture-parts.ts'
import { headerLength, type PixelSize, scaledSize, scaledType } from '#domain/media/picture-size.ts'
import { oneOf } from '#src/app/one-of.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Segments } from '#src/ui/segments.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './picture-editor.module.css'

interface PictureEditorProps {
  /** The picture without any edit. */
  readonly picture: File
  /** The change to continue with. */
  readonly edit?: PictureEdit
  /** For the round picture of a person or group: a square of at most 512 px. */
  readonly isAvatar?: boolean
  /** Receives the edited picture and the edit. Without an edit it is the picture itself. */
  readonly onDone: (edited: File, edit: PictureEdit) => void
  readonly onClose: () => void
  /** Called if the browser cannot decode the picture. */
  readonly onUnreadable: () => void
}

/** Crops, turns and mirrors a picture before it is sent or uploaded [ME-01]. */
export const PictureEditor = (props: PictureEditorProps) => {
  const { picture, edit: earlier = unedited, isAvatar = false, onDone, onClose, onUnreadable } = props
  const text = useText()
  const bitmap = useBitmap(picture, onUnreadable)
  const [aspect, setAspect] = useState<Aspect>(isAvatar ? '1:1' : 'free')
  const [changed, setChanged] = useState<PictureEdit>()
  const initial = bitmap && isAvatar ? cropToAspect(bitmap, unedited, 1) : unedited
  const edit = changed ?? (isAvatar ? initial : earlier)
  const crop = (next: Aspect) => {
    setAspect(next)
    if (bitmap) setChanged(cropToAspect(bitmap, edit, aspects[next]))
  }
  const turn = (by: 1 | -1) => {
    const turned = turnPicture(edit, by)
    const isKept = aspect === 'free' || aspect === '1:1' || !bitmap
    setChanged(isKept ? turned : cropToAspect(bitmap, turned, aspects[aspect]))
  }
  const reset = () => {
    if (!isAvatar) setAspect('free')
    setChanged(initial)
  }
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (!bitmap) return
    setSaving(true)
    if (!isAvatar && isUnedited(edit)) return onDone(picture, edit)
    const edited = await createEdited(picture, bitmap, edit, isAvatar)
    return edited ? onDone(edited, edit) : onUnreadable()
  }
  return (
    <Dialog
      isLarge
      title={text(isAvatar ? 'my.picture.edit' : 'media.edit')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <span className={styles.reset}>
            <Button variant="quiet" onPress={reset}>
              {text('media.edit.reset')}
            </Button>
          </span>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={bitmap === undefined}
            isPending={isSaving}
            onPress={() => void save()}
          >
            {text(isAvatar ? 'my.picture.use' : 'media.edit.done')}
          </Button>
        </>
      }
    >
      <div className={styles.stage}>
        {bitmap && (
          <CroppedPicture
            {...{ bitmap, edit, isAvatar }}
            aspect={aspects[aspect]}
            onCrop={(area) => setChanged({ ...edit, crop: area })}
          />
        )}
      </div>
      <div className={styles.controls}>
        <span className={styles.turns}>
          <IconButton
            label={text('media.edit.turn-left')}
            icon={<RotateCcw aria-hidden="true" />}
            onPress={() => turn(-1)}
          />
          <IconButton
            label={text('media.edit.turn-right')}
            icon={<RotateCw aria-hidden="true" />}
            onPress={() => turn(1)}
          />
          <IconButton
            label={text('media.edit.mirror')}
            icon={<TrianglesCenterlineDashedVertical aria-hidden="true" />}
            onPress={() => setChanged(mirrorPicture(edit))}
          />
        </span>
        {!isAvatar && (
          <Segments
            label={text('media.edit.aspect')}
            items={aspectNames.map((id) => ({
              id,
              label: id === 'free' ? text('media.edit.aspect.free') : id,
            }))}
            selected={aspect}
            onSelect={(id) => crop(oneOf(aspectNames, id) ?? aspect)}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Width by height. */
const aspects = { free: undefined, '1:1': 1, '4:3': 4 / 3, '16:9': 16 / 9 } as const
type Aspect = keyof typeof aspects
const aspectNames: readonly Aspect[] = ['free', '1:1', '4:3', '16:9']

interface CroppedPictureProps {
  readonly bitmap: ImageBitmap
  readonly edit: PictureEdit
  readonly isAvatar: boolean
  readonly aspect: number | undefined
  readonly onCrop: (area: CropArea) => void
}

/** The smallest side of the crop on the screen, CSS px, so that its handles stay apart. */
const smallestCrop = 32
/** The greatest side of the picture on the screen, px of the device. */
const previewSide = 1600

/** The turned and mirrored picture below the crop, whose handles a pointer or the arrow keys move. */
const CroppedPicture = ({ bitmap, edit, isAvatar, aspect, onCrop }: CroppedPictureProps) => {
  const text = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { turns, isMirrored } = edit
  const shown = shownSize(bitmap, edit)
  useEffect(() => {
    const whole = { ...shownSize(bitmap, { turns }), left: 0, top: 0 }
    if (canvas.current)
      draw(canvas.current, bitmap, { turns, isMirrored }, whole, scaledToFit(whole, previewSide))
  }, [bitmap, turns, isMirrored])
  return (
    <ReactCrop
      // The border of the crop does not move.
      className="ReactCrop--no-animate"
      crop={{ unit: '%', ...edit.crop }}
      {...(aspect === undefined ? {} : { aspect })}
      circularCrop={isAvatar}
      keepSelection
      ruleOfThirds={!isAvatar}
      minWidth={smallestCrop}
      minHeight={smallestCrop}
      ariaLabels={{
        cropArea: text('media.edit.crop'),
        nwDragHandle: text('media.edit.top-left'),
        nDragHandle: text('media.edit.top'),
        neDragHandle: text('media.edit.top-right'),
        eDragHandle: text('media.edit.right'),
        seDragHandle: text('media.edit.bottom-right'),
        sDragHandle: text('media.edit.bottom'),
        swDragHandle: text('media.edit.bottom-left'),
        wDragHandle: text('media.edit.left'),
      }}
      onChange={(_, { x, y, width, height }) => onCrop({ x, y, width, height })}
    >
      <canvas
        ref={canvas}
        className={styles.canvas}
        style={{ inlineSize: `min(100cqi, 100cqb * ${shown.width / shown.height})` }}
      />
    </ReactCrop>
  )
}

interface Part extends PixelSize {
  readonly left: number
  readonly top: number
}

/** Draws a part of a turned and mirrored picture onto a canvas of the size `target`. */
function draw(
  canvas: HTMLCanvasElement,
  bitmap: ImageBitmap,
  { turns, isMirrored }: Omit<PictureEdit, 'crop'>,
  part: Part,
  target: PixelSize,
): void {
  Object.assign(canvas, target)
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = shownSize(bitmap, { turns })
  context.imageSmoothingQuality = 'high'
  context.scale(target.width / part.width, target.height / part.height)
  context.translate(width / 2 - part.left, height / 2 - part.top)
  context.scale(isMirrored ? -1 : 1, 1)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
}

/** Returns the size with no side greater than `most` px. */
const scaledToFit = ({ width, height }: PixelSize, most: number): PixelSize => {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The greatest side of an avatar, px. */
const avatarSide = 512
const quality = 0.92

/**
 * Returns the edited picture without metadata, in its own format if the browser writes that. It has the size that a
 * sent picture has, so that it is not encoded again. Undefined if the browser cannot write it.
 */
async function createEdited(
  picture: File,
  bitmap: ImageBitmap,
  edit: PictureEdit,
  isAvatar: boolean,
): Promise<File | undefined> {
  const part = croppedPixels(bitmap, edit)
  const canvas = document.createElement('canvas')
  draw(canvas, bitmap, edit, part, isAvatar ? scaledToFit(part, avatarSide) : (scaledSize(part) ?? part))
  const header = new Uint8Array(await picture.slice(0, headerLength).arrayBuffer())
  const wanted = scaledType(pictureType(header) ?? picture.type)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, quality))
  if (blob === null) return undefined
  // A browser that cannot write the format writes a PNG.
  const type = blob.type === wanted ? wanted : 'image/png'
  return new File([blob], renamedTo(picture.name, type), { type })
}

/** Decodes a picture; undefined until it is decoded. */
const useBitmap = (picture: File, onUnreadable: () => void): ImageBitmap | undefined => {
  const [bitmap, setBitmap] = useState<ImageBitmap>()
  const giveUp = useEffectEvent(onUnreadable)
  useEffect(() => {
    let isCurrent = true
    let opened: ImageBitmap | undefined
    createImageBitmap(picture, { imageOrientation: 'from-image' }).then(
      (decoded) => {
        if (!isCurrent) return decoded.close()
        opened = decoded
        setBitmap(decoded)
      },
      () => {
        if (isCurrent) giveUp()
      },
    )
    return () => {
      isCurrent = false
      opened?.close()
    }
  }, [picture])
  return bitmap
}
