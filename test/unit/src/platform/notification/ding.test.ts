import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDing } from '#src/platform/notification/ding.ts'

const started: number[] = []

/** The used parts of a browser's audio: suspended until it is resumed. */
class FakeAudio {
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume = vi.fn(async () => {
    this.state = 'running'
  })
  createOscillator() {
    const frequency = { value: 0 }
    const start = () => started.push(frequency.value)
    return { frequency, connect, start, stop: () => undefined }
  }
  createGain() {
    const gain = {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    }
    return { gain, connect }
  }
}

const connect = <Node>(node: Node): Node => node

function open() {
  const audio = new FakeAudio()
  const create = vi.fn(() => audio)
  const frames: (() => void)[] = []
  const page = Object.assign(new EventTarget(), {
    requestAnimationFrame: (frame: () => void) => frames.push(frame),
    setTimeout: (task: () => void) => frames.push(task),
  })
  // The ding needs only the page's events, its frames and the audio; there is no browser here.
  const ding = createDing(page as unknown as Window, create as unknown as () => AudioContext)
  const paint = async () => {
    for (let next = frames.shift(); next; next = frames.shift()) next()
    await Promise.resolve()
  }
  return { audio, create, ding, paint, touch: (kind: string) => page.dispatchEvent(new Event(kind)) }
}

beforeEach(() => {
  started.length = 0
})

describe('the ding', () => {
  it.each(['pointerdown', 'keydown'])(
    'stays silent before the first touch and sounds after it: %s [NOTIF-09]',
    async (kind) => {
      const { create, ding, paint, touch } = open()
      ding.play()
      expect(create).not.toHaveBeenCalled()
      expect(started).toEqual([])
      touch(kind)
      await paint()
      ding.play()
      expect(started).toEqual([660, 990])
    },
  )

  it('resumes its audio at the next touch after the browser has suspended it [NOTIF-09]', async () => {
    const { audio, create, ding, paint, touch } = open()
    touch('pointerdown')
    await paint()
    audio.state = 'suspended'
    ding.play()
    expect(started).toEqual([])
    touch('pointerdown')
    await Promise.resolve()
    ding.play()
    expect(started).toHaveLength(2)
    expect(create).toHaveBeenCalledTimes(1)
  })

  it('handles the first touch before it loads the sound, and loads it once', async () => {
    const { create, paint, touch } = open()
    touch('pointerdown')
    touch('keydown')
    expect(create).not.toHaveBeenCalled()
    await paint()
    expect(create).toHaveBeenCalledTimes(1)
  })
})
