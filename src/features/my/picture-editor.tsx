import { RotateCw } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  centredPlacement,
  croppedSquare,
  maxZoom,
  movePicture,
  type PicturePlacement,
  turnPicture,
  zoomPicture,
} from '#domain/media/picture-crop.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './picture-editor.module.css'

interface PictureEditorProps {
  readonly picture: File
  /** Receives the cropped picture. */
  readonly onDone: (picture: File) => void
  readonly onClose: () => void
  /** Called if the browser cannot decode the picture. */
  readonly onUnreadable: () => void
}

/** The side of the editor's frame and the greatest side of its result, px. */
const frameSide = 512

/** One press of an arrow key moves the picture by this fraction of the frame. */
const keyStep = 0.05
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

/** Crops and turns a picture before its upload [ME-01]. */
export const PictureEditor = ({ picture, onDone, onClose, onUnreadable }: PictureEditorProps) => {
  const text = useText()
  const bitmap = useBitmap(picture, onUnreadable)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [placement, setPlacement] = useState(centredPlacement)
  const save = () => {
    canvas.current?.toBlob((blob) => {
      if (blob === null) return onUnreadable()
      onDone(new File([blob], picture.name, { type: blob.type }))
    }, resultType(picture))
  }
  return (
    <Dialog title={text('my.picture.edit')} isOpen onClose={onClose}>
      {bitmap !== undefined && (
        <>
          <MovablePicture {...{ bitmap, canvas, placement }} onMove={setPlacement} />
          <div className={styles.controls}>
            <label className={styles.zoom}>
              <span>{text('my.picture.zoom')}</span>
              <input
                type="range"
                min={1}
                max={maxZoom}
                step={0.05}
                value={placement.zoom}
                onChange={({ currentTarget }) =>
                  setPlacement(zoomPicture(bitmap, placement, Number(currentTarget.value)))
                }
              />
            </label>
            <Button
              icon={<RotateCw aria-hidden="true" />}
              onPress={() => setPlacement(turnPicture(placement))}
            >
              {text('my.picture.turn')}
            </Button>
          </div>
        </>
      )}
      <div className={styles.actions}>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button variant="primary" isDisabled={bitmap === undefined} onPress={save}>
          {text('my.picture.use')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Transparent pictures stay so; photos become JPEG, which is smaller. */
const resultType = ({ type }: File): string => (type === 'image/jpeg' ? 'image/jpeg' : 'image/png')

interface MovablePictureProps {
  readonly bitmap: ImageBitmap
  readonly canvas: { current: HTMLCanvasElement | null }
  readonly placement: PicturePlacement
  readonly onMove: (placement: PicturePlacement) => void
}

/** The picture in its frame, moved by dragging or with the arrow keys. */
const MovablePicture = ({ bitmap, canvas, placement, onMove }: MovablePictureProps) => {
  const text = useText()
  const dragged = useRef<{ readonly x: number; readonly y: number }>(undefined)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, bitmap, placement)
  }, [bitmap, canvas, placement])
  const move = (right: number, down: number) => onMove(movePicture(bitmap, placement, right, down))
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { x: event.clientX, y: event.clientY }
  }
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const from = dragged.current
    if (from === undefined) return
    dragged.current = { x: clientX, y: clientY }
    move((clientX - from.x) / currentTarget.clientWidth, (clientY - from.y) / currentTarget.clientHeight)
  }
  const onPointerEnd = () => {
    dragged.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(...step)
  }
  return (
    <button
      type="button"
      className={styles.frame}
      aria-label={text('my.picture.move')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} width={frameSide} height={frameSide} className={styles.canvas} />
    </button>
  )
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, placement: PicturePlacement): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = croppedSquare(bitmap, placement)
  const target = Math.min(frameSide, Math.max(1, Math.round(side)))
  if (canvas.width !== target) canvas.width = canvas.height = target
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, target, target)
  context.translate(target / 2, target / 2)
  context.rotate((placement.turns * Math.PI) / 2)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, side, side, -target / 2, -target / 2, target, target)
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
