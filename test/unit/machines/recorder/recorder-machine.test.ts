import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { longestRecording } from '#domain/limits/configured-limits.ts'
import {
  createRecorderMachine,
  type RecordedSound,
  type Recording,
} from '#machines/recorder/recorder-machine.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'

const file = { name: 'voice.webm', type: 'audio/webm', size: 4, content: new Uint8Array(4) }
const ok: Outcome = { isOk: true, value: undefined }
const rejected: Outcome = { isOk: false, rejection: { key: 'errors.file-too-large' } }

/** A recorder with a microphone that the test unplugs, rejects or breaks. */
function started({ isMissing = false, isBroken = false, outcome = ok } = {}) {
  const clock = new SimulatedClock()
  const told: Rejection[] = []
  const delivered: RecordedSound[] = []
  const opened: AbortSignal[] = []
  let [isOpen, sentCount] = [false, 0]
  let unplug: () => void = () => undefined
  const recording: Recording = {
    level: () => 0,
    onEnded: (listener) => {
      unplug = listener
    },
    finish: async () => {
      if (isBroken) throw new Error('no data')
      isOpen = false
      return file
    },
    close: () => {
      isOpen = false
    },
  }
  const microphone = {
    open: async (signal: AbortSignal) => {
      opened.push(signal)
      if (isMissing) throw new Error('NotFoundError')
      isOpen = true
      return recording
    },
  }
  const deliver = async (sound: RecordedSound) => {
    delivered.push(sound)
    return outcome
  }
  const actor = createActor(
    createRecorderMachine({ microphone, clock, deliver }).provide({
      actions: {
        notifyRejection: (_, rejection) => void told.push(rejection),
        notifySent: () => {
          sentCount += 1
        },
      },
    }),
    { clock },
  ).start()
  const send = async (type: 'stopped' | 'sent' | 'cancelled') => {
    actor.send({ type: `recorder.${type}` })
    await settle()
  }
  const request = async (longest = longestRecording(undefined)) => {
    actor.send({ type: 'recorder.requested', longest })
    await settle()
  }
  const state = () => JSON.stringify(actor.getSnapshot().value).replace(/["{}]/g, '')
  return {
    ...{ actor, clock, told, delivered, opened, send, request, state },
    ...{ isOpen: () => isOpen, sentCount: () => sentCount, unplug: () => unplug() },
  }
}

const recordingFor = async (duration: number, options: Parameters<typeof started>[0] = {}) => {
  const recorder = started(options)
  await recorder.request()
  await recorder.clock.advance(duration)
  return recorder
}

describe('the recorder', () => {
  it('is closed, opens once on request, and closes again after sending [REC-01]', async () => {
    const recorder = started()
    expect(recorder.state()).toBe('closed')
    await recorder.request()
    await recorder.request()
    expect([recorder.state(), recorder.opened.length]).toEqual(['open:capturing:short', 1])
    await recorder.clock.advance(1000)
    await recorder.send('sent')
    expect([recorder.state(), recorder.sentCount()]).toEqual(['closed', 1])
  })

  it('ignores events that do not fit while it is closed [REC-01]', async () => {
    const recorder = started()
    for (const type of ['stopped', 'sent', 'cancelled'] as const) await recorder.send(type)
    expect([recorder.state(), recorder.told]).toEqual(['closed', []])
  })

  it('offers the recording and its duration for review before it is sent', async () => {
    const recorder = await recordingFor(2500)
    await recorder.send('stopped')
    expect([recorder.state(), recorder.isOpen(), recorder.delivered]).toEqual(['open:reviewing', false, []])
    await recorder.clock.advance(100_000)
    await recorder.send('sent')
    expect(recorder.delivered).toEqual([{ file, seconds: 2.5 }])
  })

  it.each([
    ['stopped', 0],
    ['stopped', 999],
    ['sent', 999],
  ] as const)(
    'rejects a recording %s after %i ms as too short, and discards it [REC-04 REC-05]',
    async (type, duration) => {
      const recorder = await recordingFor(duration)
      await recorder.send(type)
      expect([recorder.state(), recorder.isOpen(), recorder.delivered]).toEqual(['closed', false, []])
      expect(recorder.told).toEqual([{ key: 'conversation.recording.min-duration', values: { second: 1 } }])
    },
  )

  it('takes one of exactly a second [REC-04]', async () => {
    const recorder = await recordingFor(1000)
    await recorder.send('sent')
    expect([recorder.delivered.length, recorder.told]).toEqual([1, []])
  })

  it('rejects a recording released while the microphone opens as too short', async () => {
    const recorder = started()
    recorder.actor.send({ type: 'recorder.requested', longest: 60_000 })
    recorder.actor.send({ type: 'recorder.sent' })
    await settle()
    expect(recorder.told).toEqual([{ key: 'conversation.recording.min-duration', values: { second: 1 } }])
    expect(recorder.opened[0]?.aborted).toBe(true)
  })

  it.each([
    [undefined, 60],
    [0, 60],
    [10, 10],
  ])(
    'stops automatically when the server allows %s s, after %i s [REC-02 REC-06]',
    async (setting, seconds) => {
      const recorder = started()
      await recorder.request(longestRecording(setting))
      await recorder.clock.advance(1000 * seconds - 1)
      expect(recorder.state()).toBe('open:capturing:long')
      await recorder.clock.advance(1)
      expect([recorder.state(), recorder.isOpen()]).toEqual(['open:reviewing', false])
      await recorder.send('sent')
      expect(recorder.delivered[0]?.seconds).toBe(seconds)
    },
  )

  it.each([
    ['short', 500],
    ['long', 5000],
  ])('throws away a %s recording that is cancelled [REC-03]', async (_, duration) => {
    const recorder = await recordingFor(duration)
    await recorder.send('cancelled')
    expect([recorder.state(), recorder.isOpen(), recorder.delivered]).toEqual(['closed', false, []])
    expect(recorder.actor.getSnapshot().context).toMatchObject({ recording: undefined, sound: undefined })
  })

  it('discards a reviewed recording on cancel, and can start again [REC-03]', async () => {
    const recorder = await recordingFor(5000)
    await recorder.send('stopped')
    await recorder.send('cancelled')
    expect(recorder.actor.getSnapshot().context.sound).toBeUndefined()
    await recorder.request()
    expect(recorder.state()).toBe('open:capturing:short')
  })

  it('closes a microphone that opens after it was cancelled [REC-03]', async () => {
    const recorder = started()
    recorder.actor.send({ type: 'recorder.requested', longest: 60_000 })
    await recorder.send('cancelled')
    expect(recorder.opened[0]?.aborted).toBe(true)
  })

  it('shows that there is no microphone [REC-08]', async () => {
    const recorder = started({ isMissing: true })
    await recorder.request()
    expect([recorder.state(), recorder.told]).toEqual(['closed', [{ key: 'errors.no-microphone' }]])
  })

  it.each([
    [500, 'closed', [{ key: 'errors.no-microphone' }]],
    [5000, 'open:reviewing', []],
  ])('handles a microphone unplugged after %i ms: %s', async (duration, state, told) => {
    const recorder = await recordingFor(duration)
    recorder.unplug()
    await settle()
    expect([recorder.state(), recorder.told]).toEqual([state, told])
  })

  it('shows a failure when a recording is empty', async () => {
    const recorder = await recordingFor(5000, { isBroken: true })
    await recorder.send('stopped')
    expect([recorder.state(), recorder.isOpen(), recorder.told]).toEqual([
      'closed',
      false,
      [{ key: 'errors.error' }],
    ])
  })

  it('keeps a rejected recording, so that it can be sent again', async () => {
    const recorder = await recordingFor(5000, { outcome: rejected })
    await recorder.send('sent')
    expect([recorder.state(), recorder.told]).toEqual(['open:reviewing', [{ key: 'errors.file-too-large' }]])
    await recorder.send('sent')
    expect(recorder.delivered).toHaveLength(2)
  })

  it('ignores a cancellation during delivery', async () => {
    const recorder = await recordingFor(5000)
    await recorder.send('stopped')
    recorder.actor.send({ type: 'recorder.sent' })
    recorder.actor.send({ type: 'recorder.cancelled' })
    await settle()
    expect([recorder.delivered.length, recorder.sentCount()]).toEqual([1, 1])
  })

  it('closes the microphone when it is stopped, as on leaving the conversation or signing out', async () => {
    const recorder = await recordingFor(5000)
    recorder.actor.stop()
    expect(recorder.isOpen()).toBe(false)
  })
})
