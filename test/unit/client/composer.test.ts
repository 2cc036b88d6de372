import { describe, expect, it } from 'vitest'
import { createComposers, draftDelay } from '#client/composer.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Command } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { conversationId } from '#schemas/ids.ts'
import type { SendPart } from '#schemas/log/message.ts'
import { createWritable } from '#streams/readable.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { SimulatedClock, settle } from '../machines/simulated-clock.ts'

const id = conversationId('direct', 1)

/** A composer that records its stored commands in `log`, drafts as "draft: …" and texts as "text | rest". */
function open() {
  const clock = new SimulatedClock()
  const log: string[] = []
  const parts: (SendPart | undefined)[] = []
  const dispatch = async (command: Command) => {
    if (command.type === 'SaveDraft') log.push(`draft: ${command.text}`)
    if (command.type === 'SendText') {
      log.push(`${command.text} | ${command.rest?.text}`)
      parts.push(command.part)
    }
    return done
  }
  let random = 0
  const composerOf = createComposers({
    dispatch,
    log: { conversations: createWritable([]), dispatch },
    media: {
      async sendAttachment(_, { file }, __, part) {
        log.push(file.name)
        parts.push(part)
        return done
      },
    },
    ports: {
      clock,
      random: {
        next() {
          random += 0.01
          return random
        },
      },
    },
  })
  const composer = composerOf(id)
  composer.open(emptyComposition)
  const fileOf = (name: string): OutgoingAttachment => ({
    kind: 'image',
    file: { name, type: 'image/png', size: 1, content: new Uint8Array(1) },
  })
  const outgoing = (text: string) => ({
    composition: plainComposition(text),
    quote: undefined,
    mentions: () => [],
  })
  /** Sends a text with files, which are stored once `ready` resolves. */
  const send = (text: string, files: readonly string[], ready: Promise<void> = Promise.resolve()) => {
    const sent = composer.send({
      ...outgoing(text),
      async submitAttachments(submit) {
        await ready
        for (const name of files) await submit(fileOf(name))
      },
    })
    composer.edit(emptyComposition)
    return sent
  }
  const sendText = (text: string) => composer.send(outgoing(text))
  return { clock, composer, composerOf, log, parts, send, sendText }
}

const type = (composer: ReturnType<typeof open>['composer'], text: string) =>
  composer.edit(plainComposition(text))

describe('a send with attachments', () => {
  it('keeps its text in the draft until it is in the log, before the text that is written meanwhile', async () => {
    const { composer, log, send } = open()
    const files = createDeferred()
    const sent = send('caption', ['file'], files.promise)
    type(composer, 'next')
    composer.save()
    expect(log).toEqual(['draft: caption\nnext'])

    files.resolve()
    await sent
    expect(log.slice(1)).toEqual(['file', 'caption | next'])
  })

  it('submits its attachments in their order and the text last, as parts of one send (DEC-108)', async () => {
    const { log, parts, send } = open()
    await send('caption', ['one', 'two', 'three'])
    expect(log).toEqual(['one', 'two', 'three', 'caption | '])
    expect(parts.map((part) => part?.index)).toEqual([0, 1, 2, 3])
    expect(new Set(parts.map((part) => part?.send)).size).toBe(1)
  })

  it('is submitted before what is sent later', async () => {
    const { log, parts, send, sendText } = open()
    const files = createDeferred()
    const sends = [send('first', ['file 1'], files.promise), send('second', ['file 2']), sendText('third')]
    files.resolve()
    await Promise.all(sends)
    expect(log).toEqual(['file 1', 'first | second\nthird', 'file 2', 'second | third', 'third | '])
    expect(new Set(parts.map((part) => part?.send)).size).toBe(3)
  })

  it('submits its text and lets the next send go if its attachments cannot be stored', async () => {
    const { log, send } = open()
    const first = send('first', [], Promise.reject(new Error('no room')))
    const second = send('second', ['file'])
    await expect(first).rejects.toThrow('no room')
    await second
    expect(log).toEqual(['first | second', 'file', 'second | '])
  })

  it('submits no text if there is none', async () => {
    const { composer, log, send } = open()
    await send('', ['file'])
    expect(log).toEqual(['file'])
    expect(composer.queue.get()).toEqual([])
  })
})

it('a text alone is submitted without a part and without waiting', () => {
  const { composer, log, parts, sendText } = open()
  type(composer, 'hello')
  void sendText('hello')
  expect([log, parts]).toEqual([['hello | '], [undefined]])
})

describe('a draft', () => {
  it('is saved within half a second of its first change, however long the typing goes on', async () => {
    const { clock, composer, log } = open()
    for (const text of ['h', 'he', 'hel']) {
      type(composer, text)
      await clock.advance(draftDelay / 4)
    }
    expect(log).toEqual([])
    await clock.advance(draftDelay / 4)
    expect(log).toEqual(['draft: hel'])
    expect(draftDelay).toBeLessThanOrEqual(500)
  })

  it('is saved again after the next change', async () => {
    const { clock, composer, log } = open()
    for (const text of ['a', 'ab']) {
      type(composer, text)
      await clock.advance(draftDelay)
    }
    expect(log).toEqual(['draft: a', 'draft: ab'])
  })

  it('is saved immediately when the screen closes, and not twice', async () => {
    const { clock, composer, log } = open()
    type(composer, 'half')
    composer.save()
    composer.save()
    await clock.advance(draftDelay)
    expect(log).toEqual(['draft: half'])
  })

  it('is unsaved from a change until it is stored, but not while a send is being stored', async () => {
    const { clock, composer, sendText } = open()
    expect(composer.unsaved()).toBeUndefined()
    type(composer, 'half')
    expect(composer.unsaved()).toEqual(plainComposition('half'))
    composer.save()
    expect(composer.unsaved()).toEqual(plainComposition('half'))
    await settle()
    expect(composer.unsaved()).toBeUndefined()

    const sent = sendText('half')
    type(composer, 'next')
    expect(composer.unsaved()).toBeUndefined()
    await sent
    expect(composer.unsaved()).toEqual(plainComposition('next'))
    await clock.advance(draftDelay)
    expect(composer.unsaved()).toBeUndefined()
  })

  it('is not saved if it is as it was saved last', async () => {
    const { clock, composer, log } = open()
    composer.open(plainComposition('same'))
    type(composer, 'other')
    type(composer, 'same')
    await clock.advance(draftDelay)
    composer.save()
    expect(log).toEqual([])
  })

  it('is the stored one for the next screen, unless it lacks a change or contains a queued send', async () => {
    const { clock, composer, composerOf, send } = open()
    expect(composerOf(id)).toBe(composer)
    type(composer, 'half')
    expect(composer.open(emptyComposition)).toEqual(plainComposition('half'))
    await clock.advance(draftDelay)
    expect(composer.open(plainComposition('half'))).toBeUndefined()

    const files = createDeferred()
    const sent = send('caption', ['file'], files.promise)
    type(composer, 'next')
    composer.save()
    expect(composer.open(plainComposition('caption\nnext'))).toEqual(plainComposition('next'))
    files.resolve()
    await sent
  })
})
