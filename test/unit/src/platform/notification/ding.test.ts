import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDing } from '#src/platform/notification/ding.ts'

/** A browser's audio as far as a ding uses it: suspended until it is resumed. */
class FakeAudio {
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume = vi.fn(async () => {
    this.state = 'running'
  })
}
const started: number[] = []
class FakeOscillator {
  readonly frequency: number
  constructor(_: unknown, { frequency }: { readonly frequency: number }) {
    this.frequency = frequency
  }
  connect<Node>(node: Node): Node {
    return node
  }
  start(): void {
    started.push(this.frequency)
  }
  stop(): void {}
}
class FakeGain {
  gain = {
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: () => undefined,
    exponentialRampToValueAtTime: () => undefined,
  }
  connect<Node>(node: Node): Node {
    return node
  }
}

function open() {
  const audio = new FakeAudio()
  const create = vi.fn(() => audio)
  const page = new EventTarget()
  // A ding listens to the page and plays through the audio alone; no browser is here.
  const ding = createDing(page as Window, create as unknown as () => AudioContext)
  return { audio, create, ding, touch: (kind: string) => page.dispatchEvent(new Event(kind)) }
}

beforeEach(() => {
  started.length = 0
  vi.stubGlobal('OscillatorNode', FakeOscillator)
  vi.stubGlobal('GainNode', FakeGain)
  return () => vi.unstubAllGlobals()
})

describe('the ding', () => {
  it.each(['pointerdown', 'keydown'])(
    'stays silent before the first touch and sounds after it: %s [NOTIF-09]',
    async (kind) => {
      const { create, ding, touch } = open()
      ding.play()
      expect(create).not.toHaveBeenCalled()
      expect(started).toEqual([])
      touch(kind)
      await Promise.resolve()
      ding.play()
      expect(started).toEqual([660, 990])
    },
  )

  it('wakes its audio anew when the browser has suspended it, with the next touch [NOTIF-09]', async () => {
    const { audio, create, ding, touch } = open()
    touch('pointerdown')
    await Promise.resolve()
    audio.state = 'suspended'
    ding.play()
    expect(started).toEqual([])
    touch('pointerdown')
    await Promise.resolve()
    ding.play()
    expect(started).toHaveLength(2)
    expect(create).toHaveBeenCalledTimes(1)
  })
})
