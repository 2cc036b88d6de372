import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { PlaybackFault } from '#domain/media/playback.ts'
import { createPlaybackMachine, type Sound } from '#machines/playback/playback-machine.ts'
import type { PlayerListener } from '#machines/playback/sound-player.ts'
import { soundView } from '#machines/playback/sound-view.ts'
import { settle } from '../simulated-clock.ts'

interface Played {
  readonly source: string
  readonly from: number
  readonly rate: number
  readonly listener: PlayerListener
  readonly sought: number[]
  readonly rates: number[]
  hasEnded: boolean
}

/** Three sounds in a row, and a player whose events the test sends. */
function started() {
  const played: Played[] = []
  const told: string[] = []
  const located: string[] = []
  const sounds = ['a', 'b', 'c'].map((key): Sound => ({ key, seconds: 10 }))
  const [a, b, c] = sounds
  if (!a || !b || !c) throw new Error('three sounds')
  const machine = createPlaybackMachine({
    async locate(key, isRetry) {
      located.push(isRetry ? `${key} again` : key)
      return key === 'c' ? undefined : `/${key}.mp3`
    },
    nextOf: (key) => sounds[sounds.findIndex((sound) => sound.key === key) + 1],
    player: {
      play: (source, { position, rate }, listener) => {
        const one: Played = {
          source,
          from: position,
          rate,
          listener,
          sought: [],
          rates: [],
          hasEnded: false,
        }
        played.push(one)
        return {
          seek: (to) => void one.sought.push(to),
          setRate: (to) => void one.rates.push(to),
          end: () => {
            one.hasEnded = true
          },
        }
      },
    },
  }).provide({ actions: { notify: (_, { key }) => void told.push(key) } })
  const actor = createActor(machine, { input: { rate: 1 } }).start()
  const toggle = async (sound: Sound) => {
    actor.send({ type: 'sound.toggled', sound })
    await settle()
  }
  const latest = (): Played => {
    const last = played.at(-1)
    if (!last) throw new Error('nothing was played')
    return last
  }
  const fail = async (fault: PlaybackFault) => {
    latest().listener.onFailed(fault)
    await settle()
  }
  const view = (key: string) => soundView(actor.getSnapshot(), key, 10)
  return { actor, a, b, c, played, told, located, toggle, latest, fail, view }
}

describe('the sounds of a conversation', () => {
  it('are idle, load, play, wait for data and are idle again [MEDIA-11]', async () => {
    const { a, toggle, latest, view } = started()
    expect(view('a').state).toBe('idle')
    await toggle(a)
    expect(view('a').state).toBe('loading')
    latest().listener.onPlaying()
    expect(view('a').state).toBe('playing')
    latest().listener.onWaiting()
    expect(view('a').state).toBe('loading')
    latest().listener.onPlaying()
    await toggle(a)
    expect(view('a').state).toBe('idle')
    expect(latest().hasEnded).toBe(true)
  })

  it('play one at a time: another one stops the first [MEDIA-12]', async () => {
    const { a, b, played, toggle, latest, view } = started()
    await toggle(a)
    latest().listener.onPlaying()
    await toggle(b)
    latest().listener.onPlaying()
    expect(played.map(({ source, hasEnded }) => [source, hasEnded])).toEqual([
      ['/a.mp3', true],
      ['/b.mp3', false],
    ])
    expect([view('a').state, view('b').state]).toEqual(['idle', 'playing'])
  })

  it('stop without a notice when another player of the page starts [MEDIA-12] (DEC-87)', async () => {
    const { a, toggle, latest, told, view } = started()
    await toggle(a)
    latest().listener.onPlaying()
    latest().listener.onPaused()
    expect(view('a').state).toBe('idle')
    expect(latest().hasEnded).toBe(true)
    expect(told).toEqual([])
  })

  it('continue with the next one, and end after the last playable one', async () => {
    const { a, toggle, latest, told, view } = started()
    await toggle(a)
    latest().listener.onPlaying()
    latest().listener.onEnded()
    await settle()
    expect(latest().source).toBe('/b.mp3')
    latest().listener.onPlaying()
    expect(view('b').state).toBe('playing')
    latest().listener.onEnded()
    await settle()
    await settle()
    expect(view('c').state).toBe('idle')
    expect(told).toEqual(['audio.play-failed'])
  })

  it.each(['network', 'unsupported'] as const)(
    'request the address again when the %s failed, then show a failure [MEDIA-14]',
    async (fault) => {
      const { a, toggle, fail, located, told, view } = started()
      await toggle(a)
      await fail(fault)
      expect(located).toEqual(['a', 'a again'])
      expect(told).toEqual([])
      await fail(fault)
      expect(told).toEqual(['audio.play-failed'])
      expect(view('a')).toMatchObject({ state: 'idle', hasFailed: true })
      expect(view('b').hasFailed).toBe(false)
      await toggle(a)
      expect(view('a')).toMatchObject({ state: 'loading', hasFailed: false })
    },
  )

  it('show a failure when the browser interrupts the playback [MEDIA-14]', async () => {
    const { a, toggle, fail, told } = started()
    await toggle(a)
    await fail('aborted')
    expect(told).toEqual(['audio.play-failed'])
  })

  it('show a notice when the browser blocks the playback [MEDIA-16]', async () => {
    const { a, toggle, fail, told, view } = started()
    await toggle(a)
    await fail('rejected')
    expect(told).toEqual(['audio.play-failed'])
    expect(view('a')).toMatchObject({ state: 'idle', hasFailed: false })
  })

  it('are expired once their data made no sense, and stay so [MEDIA-11 MEDIA-15]', async () => {
    const { a, toggle, fail, played, told, view } = started()
    await toggle(a)
    await fail('decode')
    expect(view('a').state).toBe('expired')
    await toggle(a)
    expect(told).toEqual(['audio.expired', 'audio.expired'])
    expect(played).toHaveLength(1)
  })

  it('continue at the position where they stopped', async () => {
    const { a, b, toggle, latest, view } = started()
    await toggle(a)
    latest().listener.onPlaying()
    latest().listener.onProgress({ position: 4, length: 9.5 })
    expect(view('a')).toEqual({ state: 'playing', hasFailed: false, position: 4, length: 9.5 })
    await toggle(b)
    expect(view('a').position).toBe(4)
    await toggle(a)
    expect(latest().from).toBe(4)
  })

  it('can be sought while they play and before', async () => {
    const { actor, a, toggle, latest, view } = started()
    actor.send({ type: 'sound.sought', key: 'a', position: 6 })
    expect(view('a').position).toBe(6)
    await toggle(a)
    expect(latest().from).toBe(6)
    actor.send({ type: 'sound.sought', key: 'a', position: 2 })
    actor.send({ type: 'sound.sought', key: 'b', position: 3 })
    expect(latest().sought).toEqual([2])
    expect([view('a').position, view('b').position]).toEqual([2, 3])
  })

  it('all play at the chosen rate', async () => {
    const { actor, a, b, toggle, latest } = started()
    await toggle(a)
    actor.send({ type: 'rate.chosen', rate: 1.5 })
    expect(latest().rates).toEqual([1.5])
    await toggle(b)
    expect(latest().rate).toBe(1.5)
  })

  it('fall silent with their message and with the conversation', async () => {
    const { actor, a, b, toggle, latest, view } = started()
    await toggle(a)
    actor.send({ type: 'sound.gone', key: 'b' })
    expect(latest().hasEnded).toBe(false)
    actor.send({ type: 'sound.gone', key: 'a' })
    expect([latest().hasEnded, view('a').position]).toEqual([true, 0])
    await toggle(b)
    actor.stop()
    expect(latest().hasEnded).toBe(true)
  })

  it('do not begin when they were stopped while their place was looked for', async () => {
    const { actor, a, played } = started()
    actor.send({ type: 'sound.toggled', sound: a })
    actor.send({ type: 'sound.toggled', sound: a })
    await settle()
    expect(played).toEqual([])
  })
})
