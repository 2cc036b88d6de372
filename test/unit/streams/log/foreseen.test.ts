import { describe, expect, it } from 'vitest'
import type { OpenTimeline } from '#streams/log/account-log.ts'
import { chat, listed, received } from '#test/unit/domain/log-events.ts'
import { settle } from '../test-clock.ts'
import { createTestDevice } from './log-harness.ts'

/** A screen with a conversation of one message open, on a storage that answers when the test says so, and then as it says. */
async function open() {
  const answers: ((error?: Error) => void)[] = []
  let isHeld = false
  const device = createTestDevice()
  const log = await device.openLeader((operation) => {
    if (!isHeld || operation !== 'appendSegment') return
    return new Promise<void>((resolve, reject) => {
      answers.push((error) => (error ? reject(error) : resolve()))
    })
  })
  void log.append([listed(), received(1)])
  await log.flush()
  const timeline = await log.openTimeline(chat)
  isHeld = true
  return {
    log,
    timeline,
    device,
    say: (text: string) => log.dispatch({ type: 'SendText', conversationId: chat, text }),
    async answer(error?: Error) {
      for (const one of answers.splice(0)) one(error)
      await settle()
    },
  }
}

const shown = ({ messages }: OpenTimeline) => messages.get().map(({ body, state }) => [body, state])

describe('a message that is being stored', () => {
  it('is drawn as pending in the step in which it is sent, and nothing else knows of it [LIFE-01]', async () => {
    const { log, say, timeline } = await open()
    void say('at once')
    expect(shown(timeline).slice(1)).toEqual([['at once', 'pending']])
    expect(log.outbox.get().messages).toEqual([])
    expect(log.summaryOf(chat)?.lastMessage?.body).not.toBe('at once')
  })

  it('is the same message once it is stored, drawn once', async () => {
    const { answer, log, say, timeline } = await open()
    const sent = say('at once')
    const [, foreseen] = timeline.messages.get()
    const drawings: unknown[] = []
    timeline.messages.subscribe(() => drawings.push(shown(timeline)))
    await answer()
    expect(await sent).toEqual({ isOk: true, value: undefined })
    expect(log.outbox.get().messages.map(({ clientId }) => clientId)).toEqual([foreseen?.clientId])
    expect(timeline.messages.get()[1]).toBe(foreseen)
    expect(drawings.every((drawing) => Array.isArray(drawing) && drawing.length === 2)).toBe(true)
  })

  it('is taken away when it cannot be stored, and who sent it is told', async () => {
    const { answer, device, say, timeline } = await open()
    const sent = say('never')
    for (let tries = 0; tries < 3; tries += 1) {
      expect(shown(timeline).slice(1)).toEqual([['never', 'pending']])
      await answer(new Error('disk full'))
      await device.clock.advance(1000)
    }
    expect(await sent).toEqual({ isOk: false, refusal: { key: 'errors.storage-failed' } })
    expect(shown(timeline)).toHaveLength(1)
  })
})
