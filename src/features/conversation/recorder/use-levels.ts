import { useEffect, useState } from 'react'
import type { Recording } from '#machines/recorder/microphone.ts'

/** How often loudness is measured, ms. */
const interval = 80

export interface Levels {
  /** Every loudness since the recording began, 0 to 1. */
  readonly levels: readonly number[]
  /** How long it has been recording, s. */
  readonly elapsed: number
}

/** Follows a recording while it is being made, and keeps what it followed. */
export const useLevels = (
  recording: Recording | undefined,
  isRecording: boolean,
  readElapsed: () => number,
): Levels => {
  const [followed, setFollowed] = useState<Levels>({ levels: [], elapsed: 0 })
  useEffect(() => {
    if (recording === undefined || !isRecording) return
    const measure = () => {
      const [level, elapsed] = [recording.level(), readElapsed()]
      setFollowed(({ levels }) => ({ levels: [...levels, level], elapsed }))
    }
    const timer = setInterval(measure, interval)
    return () => clearInterval(timer)
  }, [recording, isRecording, readElapsed])
  return followed
}
