/** Frequencies, Hz, and start times, s, of the two notes, a fifth apart. */
const notes = [
  { frequency: 660, at: 0 },
  { frequency: 990, at: 0.09 },
] as const
const loudness = 0.12
const fadeTime = 0.35

export interface Ding {
  play(): void
}

/**
 * Synthesizes a short sound. Browsers allow no sound before the first user gesture on a page, so the audio context is
 * created at the first touch or key press [NOTIF-09].
 */
export function createDing(page: Window, createContext: () => AudioContext): Ding {
  let context: AudioContext | undefined
  let isComing = false
  const wake = (audio: AudioContext) => {
    if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  }
  const make = () => {
    context = createContext()
    wake(context)
  }
  const unlock = () => {
    if (context) return wake(context)
    if (isComing) return
    isComing = true
    // Opening the audio device can take 250 ms, so the response to the touch is painted first.
    page.requestAnimationFrame(() => page.setTimeout(make))
  }
  for (const kind of ['pointerdown', 'keydown'] as const) {
    page.addEventListener(kind, unlock, { capture: true, passive: true })
  }
  return {
    play() {
      // Without a user gesture there is no context, and a new one would stay silent.
      if (context?.state !== 'running') return
      for (const note of notes) playNote(context, note)
    },
  }
}

function playNote(context: AudioContext, { frequency, at }: (typeof notes)[number]): void {
  const start = context.currentTime + at
  const oscillator = context.createOscillator()
  oscillator.frequency.value = frequency
  const volume = context.createGain()
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + fadeTime)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + fadeTime)
}
