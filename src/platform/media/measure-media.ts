import type { PixelSize } from '#domain/media/picture-size.ts'

/** What a player tells of a file before it plays it. */
export interface PlayableFigures {
  /** As it is drawn, px; absent for sound. */
  readonly width?: number
  readonly height?: number
  /** Absent when the file does not say. */
  readonly seconds?: number
}

/** Time limit for reading a file's metadata, ms. After it the file is sent without them. */
const patience = 5000

/** Width and height as they are drawn, px; undefined when this browser cannot draw the file. */
export async function measurePicture(file: Blob): Promise<PixelSize | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return undefined
  }
}

/** Size and length of a video or a sound; undefined when this browser cannot play it or takes too long. */
export function measurePlayable(file: Blob, kind: 'video' | 'audio'): Promise<PlayableFigures | undefined> {
  const player = document.createElement(kind)
  const address = URL.createObjectURL(file)
  return new Promise<PlayableFigures | undefined>((resolve) => {
    const giveUp = window.setTimeout(() => resolve(undefined), patience)
    const settle = (figures: PlayableFigures | undefined) => {
      window.clearTimeout(giveUp)
      resolve(figures)
    }
    player.onloadedmetadata = () => {
      if (Number.isFinite(player.duration)) return settle(figuresOf(player))
      // Recordings of browsers do not say how long they are: going to the end finds it out.
      player.ondurationchange = () => Number.isFinite(player.duration) && settle(figuresOf(player))
      player.currentTime = farthest
    }
    player.onerror = () => settle(undefined)
    player.preload = 'metadata'
    player.muted = true
    player.src = address
  }).finally(() => {
    player.removeAttribute('src')
    player.load()
    URL.revokeObjectURL(address)
  })
}

/** Beyond the end of anything, s. */
const farthest = 1e9

function figuresOf(player: HTMLMediaElement): PlayableFigures {
  const { videoWidth: width, videoHeight: height } =
    player instanceof HTMLVideoElement ? player : { videoWidth: 0, videoHeight: 0 }
  const { duration: seconds } = player
  return {
    ...(width > 0 && height > 0 ? { width, height } : {}),
    ...(Number.isFinite(seconds) && seconds > 0 ? { seconds } : {}),
  }
}
