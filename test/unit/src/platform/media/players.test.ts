import { describe, expect, it } from 'vitest'
import type { PlayerListener } from '#machines/playback/sound-player.ts'
import { createSoundPlayer } from '#src/platform/media/browser-sound-player.ts'
import { createExclusivePlayback, exclusivePlayback } from '#src/platform/media/exclusive-playback.ts'

/** The used parts of a browser's audio element; the test sends its events. */
class FakeAudio extends EventTarget {
  src = ''
  currentTime = 0
  duration = Number.NaN
  playbackRate = 1
  defaultPlaybackRate = 1
  ended = false
  error: { code: number; message: string } | null = null
  isPaused = true
  rejection: DOMException | undefined

  async play() {
    if (this.rejection) throw this.rejection
    this.isPaused = false
  }
  pause() {
    if (this.isPaused) return
    this.isPaused = true
    this.tell('pause')
  }
  removeAttribute() {
    this.src = ''
    this.error = { code: 4, message: 'Empty src attribute' }
    this.tell('error')
  }
  tell(event: string) {
    this.dispatchEvent(new Event(event))
  }
}

function played({ rejection, position = 0 }: { rejection?: DOMException; position?: number } = {}) {
  const audio = new FakeAudio()
  audio.rejection = rejection
  const onReport: string[] = []
  const listener: PlayerListener = {
    onPlaying: () => onReport.push('playing'),
    onWaiting: () => onReport.push('waiting'),
    onProgress: ({ position: at, length }) => onReport.push(`${at} of ${length}`),
    onPaused: () => onReport.push('paused'),
    onEnded: () => onReport.push('ended'),
    onFailed: (fault) => onReport.push(fault),
  }
  // The fake has the parts of the element that the player uses.
  const player = createSoundPlayer(() => audio as unknown as HTMLAudioElement)
  const sound = player.play('/a.mp3', { position, rate: 1.5 }, listener)
  return { audio, onReport, sound }
}

describe('a sound of the browser', () => {
  it('plays from its position at its rate and emits its events', () => {
    const { audio, onReport, sound } = played({ position: 4 })
    expect(audio).toMatchObject({ src: '/a.mp3', currentTime: 4, playbackRate: 1.5, isPaused: false })
    audio.tell('playing')
    audio.duration = 9
    audio.tell('durationchange')
    audio.tell('waiting')
    sound.seek(6)
    sound.setRate(2)
    audio.tell('timeupdate')
    expect(audio.playbackRate).toBe(2)
    expect(onReport).toEqual(['playing', '4 of 9', 'waiting', '6 of 9'])
  })

  it.each([
    [1, 'aborted'],
    [2, 'network'],
    [3, 'decode'],
    [4, 'unsupported'],
  ])('reports its error %i as %s [MEDIA-14 MEDIA-15]', (code, fault) => {
    const { audio, onReport } = played()
    audio.error = { code, message: '' }
    audio.tell('error')
    expect(onReport).toEqual([fault])
  })

  it('reports that the browser blocked its start [MEDIA-16]', async () => {
    const { onReport } = played({ rejection: new DOMException('not now', 'NotAllowedError') })
    await Promise.resolve()
    await Promise.resolve()
    expect(onReport).toEqual(['rejected'])
  })

  it('does not report its own end by the app (DEC-87)', () => {
    const { audio, onReport, sound } = played()
    sound.end()
    expect(audio).toMatchObject({ isPaused: true, src: '' })
    expect(onReport).toEqual([])
  })

  it('reports its end without a pause', () => {
    const { audio, onReport } = played()
    audio.ended = true
    audio.pause()
    audio.tell('ended')
    expect(onReport).toEqual(['ended'])
  })

  it('is paused when another player starts, and pauses the previous one [MEDIA-12]', () => {
    const first = played()
    const second = played()
    expect([first.audio.isPaused, second.audio.isPaused]).toEqual([true, false])
    expect(first.onReport).toEqual(['paused'])
    exclusivePlayback.begin({ pause: () => undefined })
    expect(second.onReport).toEqual(['paused'])
  })
})

describe('playback in a page', () => {
  it('has one player at a time; an ended player is ignored [MEDIA-12]', () => {
    const alone = createExclusivePlayback()
    const paused: string[] = []
    const [a, b] = ['a', 'b'].map((name) => ({ pause: () => void paused.push(name) }))
    if (!a || !b) throw new Error('two players')
    alone.begin(a)
    alone.begin(a)
    expect(paused).toEqual([])
    alone.begin(b)
    expect(paused).toEqual(['a'])
    alone.end(b)
    alone.begin(a)
    expect(paused).toEqual(['a'])
    alone.silence()
    alone.silence()
    expect(paused).toEqual(['a', 'a'])
  })
})
