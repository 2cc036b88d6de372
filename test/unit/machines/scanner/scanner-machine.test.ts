import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import {
  CameraError,
  type CameraFault,
  createScannerMachine,
  type OpenCamera,
} from '#machines/scanner/scanner-machine.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'

type Answer = string | undefined | Error

interface Behaviour {
  /** Why the next cameras do not open. */
  readonly faults?: readonly Error[]
  /** The answers of the attempts in order; then no code. */
  readonly answers?: readonly Answer[]
  /** The duration of an attempt, ms. */
  readonly takes?: number | undefined
  /** Whether the camera opens only when the test says so. */
  readonly isSlow?: boolean
  readonly hasTorch?: boolean
}

/** A scanner whose cameras count how many are open. */
function started(behaviour: Behaviour = {}) {
  const clock = new SimulatedClock()
  const faults = [...(behaviour.faults ?? [])]
  const answers = [...(behaviour.answers ?? [])]
  const [attempts, requested, scanned, lights]: [number[], (string | undefined)[], string[], boolean[]] = [
    [],
    [],
    [],
    [],
  ]
  const state = { open: 0, isTorchBroken: false }
  const ending: { end(): void; open(): void } = { end: () => undefined, open: () => undefined }
  const wait = (duration: number) =>
    new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), duration))
  const openCamera = (id: string): OpenCamera => {
    state.open += 1
    return {
      id,
      all: [{ id, label: 'Back' }],
      hasTorch: behaviour.hasTorch ?? false,
      async read() {
        attempts.push(clock.monotonic())
        if (behaviour.takes !== undefined) await wait(behaviour.takes)
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer
      },
      async setTorch(isOn) {
        if (state.isTorchBroken) throw new Error('no light')
        lights.push(isOn)
      },
      onEnded(listener) {
        ending.end = listener
      },
      close() {
        state.open -= 1
      },
    }
  }
  const camera = {
    async open(id: string | undefined) {
      requested.push(id)
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      if (behaviour.isSlow)
        await new Promise<void>((resolve) => {
          ending.open = resolve
        })
      return openCamera(id ?? 'back')
    },
  }
  const actor = createActor(
    createScannerMachine({ camera, clock }).provide({
      actions: { notifyScanned: (_, { text }) => void scanned.push(text) },
    }),
    { clock },
  ).start()
  const send = async (type: 'page.shown' | 'page.hidden' | 'scan.requested' | 'torch.toggled') => {
    actor.send({ type })
    await settle()
  }
  const choose = async (id: string) => {
    actor.send({ type: 'camera.chosen', id })
    await settle()
  }
  const matches = (value: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    actor.getSnapshot().matches(value)
  /** The state in short; the fault of a failed scanner. */
  const place = () => {
    if (matches('idle')) return actor.getSnapshot().context.fault ?? 'waiting'
    if (matches('scanned')) return 'scanned'
    return matches({ scanning: 'opening' }) ? 'opening' : 'watching'
  }
  return {
    ...{ actor, clock, attempts, requested, scanned, lights, state, ending },
    ...{ send, choose, matches, place },
  }
}

const watching = async (behaviour: Behaviour = {}) => {
  const scanner = started(behaviour)
  await scanner.send('page.shown')
  return scanner
}

describe('the scanner', () => {
  it('is idle, scanning or scanned, and has the camera open only while it scans [QR-06]', async () => {
    const scanner = started({ answers: [undefined, 'a code', 'another'] })
    expect([scanner.matches('idle'), scanner.state.open]).toEqual([true, 0])
    await scanner.send('page.shown')
    expect([scanner.matches('scanning'), scanner.state.open]).toEqual([true, 1])
    await scanner.clock.advance(300)
    expect([scanner.matches('scanned'), scanner.state.open]).toEqual([true, 0])
    await scanner.clock.advance(10_000)
    expect([scanner.attempts.length, scanner.scanned]).toEqual([2, ['a code']])
    await scanner.send('scan.requested')
    expect([scanner.place(), scanner.scanned]).toEqual(['scanned', ['a code', 'another']])
  })

  it.each([
    [undefined, [0, 300, 600, 900]],
    [100, [0, 300, 600, 900]],
    [450, [0, 450, 900]],
  ])('reads at most one picture per 300 ms, with attempts of %s ms [QR-09]', async (takes, at) => {
    const scanner = await watching({ takes })
    await scanner.clock.advance(1_000)
    expect(scanner.attempts).toEqual(at)
  })

  it('closes the camera while the page is hidden, and opens it again when it is shown', async () => {
    const scanner = await watching()
    await scanner.send('page.hidden')
    expect([scanner.place(), scanner.state.open]).toEqual(['waiting', 0])
    await scanner.clock.advance(10_000)
    expect(scanner.attempts).toHaveLength(1)
    await scanner.send('page.shown')
    expect([scanner.place(), scanner.state.open]).toEqual(['watching', 1])
  })

  it('closes a camera that opens after the page was hidden or left', async () => {
    const [hidden, left] = [await watching({ isSlow: true }), await watching({ isSlow: true })]
    expect(hidden.place()).toBe('opening')
    await hidden.send('page.hidden')
    left.actor.stop()
    for (const { ending } of [hidden, left]) ending.open()
    await settle()
    expect([hidden.place(), hidden.state.open, left.state.open]).toEqual(['waiting', 0, 0])
  })

  it('closes the camera when it is stopped, as on leaving the page or signing out', async () => {
    const scanner = await watching({ takes: 1_000 })
    scanner.actor.stop()
    expect(scanner.state.open).toBe(0)
  })

  it.each<[CameraFault, Error]>([
    ['denied', new CameraError('denied')],
    ['missing', new CameraError('missing')],
    ['busy', new CameraError('busy')],
    ['unreadable', new Error('unknown')],
  ])('is idle when the camera is %s, and opens it again on request', async (fault, error) => {
    const scanner = await watching({ faults: [error] })
    expect([scanner.place(), scanner.state.open]).toEqual([fault, 0])
    for (const type of ['page.hidden', 'page.shown', 'torch.toggled'] as const) await scanner.send(type)
    expect(scanner.place()).toBe(fault)
    await scanner.send('scan.requested')
    expect([scanner.place(), scanner.actor.getSnapshot().context.fault]).toEqual(['watching', undefined])
  })

  it('is idle when the camera is taken away while it scans', async () => {
    const scanner = await watching({ takes: 100 })
    scanner.ending.end()
    await settle()
    expect([scanner.place(), scanner.state.open]).toEqual(['ended', 0])
    await scanner.clock.advance(1_000)
    expect([scanner.place(), scanner.scanned]).toEqual(['ended', []])
  })

  it.each<[CameraFault, Error]>([
    ['slow', new CameraError('slow')],
    ['unreadable', new Error('no decoder')],
  ])('is idle when a picture is %s, with the camera closed', async (fault, error) => {
    const scanner = await watching({ answers: [undefined, error] })
    await scanner.clock.advance(300)
    expect([scanner.place(), scanner.state.open]).toEqual([fault, 0])
  })

  it('closes one camera before it opens another that the user chooses', async () => {
    const scanner = await watching()
    await scanner.choose('front')
    expect([scanner.requested, scanner.state.open]).toEqual([[undefined, 'front'], 1])
    expect(scanner.actor.getSnapshot().context.camera?.id).toBe('front')
    scanner.ending.end()
    await settle()
    await scanner.send('scan.requested')
    expect(scanner.requested).toEqual([undefined, 'front', undefined])
  })

  it('turns the light on and off where the camera has one', async () => {
    const [scanner, without] = [await watching({ hasTorch: true }), await watching()]
    for (const each of [scanner, without]) await each.send('torch.toggled')
    const isOn = { scanning: { watching: { torch: 'on' } } } as const
    expect([scanner.matches(isOn), without.matches(isOn)]).toEqual([true, false])
    await scanner.send('torch.toggled')
    expect([scanner.matches(isOn), scanner.lights, without.lights]).toEqual([false, [true, false], []])
  })

  it('keeps the state of a light that cannot be changed', async () => {
    const scanner = await watching({ hasTorch: true })
    scanner.state.isTorchBroken = true
    await scanner.send('torch.toggled')
    expect(scanner.matches({ scanning: { watching: { torch: 'off' } } })).toBe(true)
    scanner.state.isTorchBroken = false
    await scanner.send('torch.toggled')
    scanner.state.isTorchBroken = true
    await scanner.send('torch.toggled')
    expect(scanner.matches({ scanning: { watching: { torch: 'on' } } })).toBe(true)
  })

  it('gives advice after 15 s without a code, and goes on scanning', async () => {
    const scanner = await watching()
    const isGiven = () => scanner.matches({ scanning: { watching: { advice: 'given' } } })
    await scanner.clock.advance(14_999)
    expect(isGiven()).toBe(false)
    await scanner.clock.advance(1)
    expect([isGiven(), scanner.place()]).toEqual([true, 'watching'])
    const before = scanner.attempts.length
    await scanner.clock.advance(3_000)
    expect(scanner.attempts.length).toBe(before + 10)
  })

  it('ignores signals that do not fit its state', async () => {
    const scanner = started()
    for (const type of ['page.hidden', 'scan.requested', 'torch.toggled'] as const) await scanner.send(type)
    await scanner.choose('front')
    expect([scanner.place(), scanner.requested]).toEqual(['waiting', []])
    await scanner.send('page.shown')
    for (const type of ['page.shown', 'scan.requested'] as const) await scanner.send(type)
    expect([scanner.place(), scanner.requested]).toEqual(['watching', [undefined]])
  })
})
