import type { SoundProgress } from '#machines/playback/sound-player.ts'

/** How far an arrow and a page key go, s. */
const [step, page] = [1, 5] as const

/** Where a key of a slider leads, s; undefined for other keys. The sideways arrows follow the direction of reading. */
export function soughtByKey(
  key: string,
  { position, length }: SoundProgress,
  isRightToLeft: boolean,
): number | undefined {
  const forwards = isRightToLeft ? -step : step
  const by: Readonly<Record<string, number>> = {
    ArrowRight: forwards,
    ArrowLeft: -forwards,
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: page,
    PageDown: -page,
    Home: -position,
    End: length - position,
  }
  const moved = by[key]
  return moved === undefined ? undefined : Math.min(length, Math.max(0, position + moved))
}
