import { useEffect, useRef, useState } from 'react'
import type { RecordedSound } from '#machines/recorder/microphone.ts'
import { heardAlone } from '#src/platform/media/heard-alone.ts'

export interface SoundPlayer {
  readonly isPlaying: boolean
  /** s */
  readonly position: number
  /** Plays or pauses. */
  toggle(): void
}

/** Plays the recording; stops at unmount. */
export const useSound = (sound: RecordedSound | undefined): SoundPlayer => {
  const [isPlaying, setIsPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const player = useRef<HTMLAudioElement>(undefined)
  useEffect(() => {
    // In a browser every file is a Blob; bytes are used by other platforms.
    if (!(sound?.file.content instanceof Blob)) return
    const address = URL.createObjectURL(sound.file.content)
    const audio = new Audio(address)
    player.current = audio
    audio.onplay = () => {
      heardAlone.begin(audio)
      setIsPlaying(true)
    }
    audio.onpause = () => setIsPlaying(false)
    audio.ontimeupdate = () => setPosition(audio.currentTime)
    audio.onended = () => {
      setIsPlaying(false)
      setPosition(0)
    }
    return () => {
      audio.onplay = audio.onpause = audio.ontimeupdate = audio.onended = null
      audio.pause()
      heardAlone.end(audio)
      audio.removeAttribute('src')
      URL.revokeObjectURL(address)
      setIsPlaying(false)
      setPosition(0)
    }
  }, [sound])
  const toggle = () => {
    const audio = player.current
    if (!audio) return
    if (audio.paused) audio.play().catch(() => setIsPlaying(false))
    else audio.pause()
  }
  return { isPlaying, position, toggle }
}
