import { NEVER } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { type ComposerServices, createComposer } from '#client/composer.ts'
import { createComposers } from '#client/composers.ts'
import { longestDraftDelay } from '#client/draft-saver.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Command, Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { conversationId } from '#schemas/ids.ts'
import { createWritable } from '#streams/readable.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'
import { first, openAccount } from '../machines/account-fixture.ts'
import { SimulatedClock, settle } from '../machines/simulated-clock.ts'

const id = conversationId('direct', 1)

const fileOf = (name: string): OutgoingAttachment => ({
  kind: 'image',
  file: { name, type: 'image/png', size: 1, content: new Uint8Array(1) },
})

/** Stores every attachment under its name, and once more as "again". */
function openMedia(discarded: string[] = []): ComposerServices['media'] {
  const stored = new Set<string>()
  return {
    async storeAttachment(_, { file, kind }) {
      const name = stored.has(file.name) ? `${file.name} again` : file.name
      stored.add(name)
      const attachment = { fileKey: name, name, contentType: file.type, size: file.size }
      return { isOk: true, value: { kind, attachment } }
    },
    async discardStored(fileKey) {
      discarded.push(fileKey)
    },
  }
}

/** A composer that records its stored commands in `log`, drafts as "draft: …" and sends as "files, text | rest". */
function open(outcome: Outcome = done) {
  const clock = new SimulatedClock()
  const log: string[] = []
  const sendIds: string[] = []
  const discarded: string[] = []
  const dispatch = async (command: Command) => {
    if (command.type === 'SaveDraft') log.push(`draft: ${command.text}`)
    if (command.type === 'SendText') log.push(`${command.text} | ${command.rest?.text}`)
    if (command.type === 'SendParts') {
      const { attachments, rest, send, text } = command
      sendIds.push(send)
      log.push(
        `${[...attachments.map(({ attachment }) => attachment.name), text].join(', ')} | ${rest?.text}`,
      )
      return outcome
    }
    return done
  }
  const composers = createComposers({
    dispatch,
    log: { appended$: NEVER, conversations: createWritable([]), dispatch },
    media: openMedia(discarded),
    leftDrafts: { announce: () => log.push('left') },
    ports: { clock, random: createSeededNumbers() },
    keepUndeliverable: async () => done,
  })
  const composer = composers.of(id, createComposer)
  composer.open(emptyComposition)
  const outgoing = (text: string) => ({
    composition: plainComposition(text),
    quote: undefined,
    mentions: () => [],
  })
  /** Sends a text with files, which are stored once `ready` resolves. */
  const send = (text: string, files: readonly string[], ready: Promise<void> = Promise.resolve()) => {
    const sent = composer.send({
      ...outgoing(text),
      attachments: {
        async store(store) {
          for (const name of files) await store(fileOf(name))
          await ready
        },
        pendingFiles: () => [],
        submitted: () => log.push('submitted'),
      },
    })
    composer.edit(emptyComposition)
    return sent
  }
  const sendText = (text: string) => composer.send(outgoing(text))
  return { clock, composer, composers, discarded, log, send, sendIds, sendText }
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
    expect(log.slice(1)).toEqual(['file, caption | next', 'submitted'])
  })

  it('submits its attachments in their order and the text last, all in one command (DEC-108)', async () => {
    const { discarded, log, send } = open()
    await send('caption', ['one', 'two', 'three'])
    expect(log).toEqual(['one, two, three, caption | ', 'submitted'])
    expect(discarded).toEqual([])
  })

  it('discards its stored files if the log rejects it', async () => {
    const rejected: Outcome = { isOk: false, rejection: { key: 'errors.storage-failed' } }
    const { discarded, log, send } = open(rejected)
    expect(await send('caption', ['one', 'two'])).toEqual(rejected)
    expect(discarded).toEqual(['one', 'two'])
    expect(log).not.toContain('submitted')
  })

  it('stores files again that waited long for the last one, because leftovers are removed after a minute', async () => {
    const { clock, discarded, log, send } = open()
    const last = createDeferred()
    const sent = send('caption', ['one', 'two'], last.promise)
    await clock.advance(30_000)
    last.resolve()
    await sent
    expect(discarded).toEqual(['one', 'two'])
    expect(log).toEqual(['draft: caption', 'one again, two again, caption | ', 'submitted'])
  })

  it('is submitted before what is sent later', async () => {
    const { log, sendIds, send, sendText } = open()
    const files = createDeferred()
    const sends = [send('first', ['file 1'], files.promise), send('second', ['file 2']), sendText('third')]
    files.resolve()
    await Promise.all(sends)
    expect(log.filter((entry) => entry !== 'submitted')).toEqual([
      'file 1, first | second\nthird',
      'file 2, second | third',
      'third | ',
    ])
    expect(new Set(sendIds).size).toBe(2)
  })

  it('submits its text and lets the next send go if its attachments cannot be stored', async () => {
    const { log, send } = open()
    const first = send('first', [], Promise.reject(new Error('no room')))
    const second = send('second', ['file'])
    await expect(first).rejects.toThrow('no room')
    await second
    expect(log.filter((entry) => entry !== 'submitted')).toEqual(['first | second', 'file, second | '])
  })

  it('submits no text if there is none', async () => {
    const { composer, log, send } = open()
    await send('', ['file'])
    expect(log).toEqual(['file,  | ', 'submitted'])
    expect(composer.queue.get()).toEqual([])
  })
})

it('a text alone is submitted without waiting', () => {
  const { composer, log, sendText } = open()
  type(composer, 'hello')
  void sendText('hello')
  expect(log).toEqual(['hello | '])
})

describe('the parts of one send in the log', () => {
  async function sendOverLog() {
    const account = await openAccount()
    const { clock, disk, log, random } = account
    const composer = createComposers({
      ...{ dispatch: log.dispatch, log, media: openMedia(), ports: { clock, random } },
      keepUndeliverable: async () => done,
      leftDrafts: { announce: () => undefined },
    }).of(first, createComposer)
    const send = async () => {
      const sent = composer.send({
        ...{ composition: plainComposition('caption'), quote: undefined, mentions: () => [] },
        attachments: {
          async store(store) {
            for (const name of ['one', 'two', 'three']) await store(fileOf(name))
          },
          pendingFiles: () => [],
          submitted: () => undefined,
        },
      })
      await clock.advance(5000)
      return sent
    }
    const names = () => log.outbox.get().messages.map(({ attachment, body }) => attachment?.name ?? body)
    return { disk, log, names, send }
  }

  it('are one segment in the order of the send (DEC-108)', async () => {
    const { log, names, send } = await sendOverLog()
    const segments = new Set<number | undefined>()
    log.appended$.subscribe((events) => {
      for (const { position, type } of events) if (type === 'MessageSubmitted') segments.add(position.segment)
    })
    await send()
    expect(names()).toEqual(['one', 'two', 'three', 'caption'])
    expect(segments.size).toBe(1)
  })

  it('are all missing if the segment could not be stored (DEC-108)', async () => {
    const { disk, names, send } = await sendOverLog()
    disk.isFailing = true
    expect(await send()).toMatchObject({ isOk: false, rejection: { key: 'errors.storage-failed' } })
    expect(names()).toEqual([])
  })
})

describe('a draft', () => {
  it('is saved within half a second of its first change, however long typing continues', async () => {
    const { clock, composer, log } = open()
    for (const text of ['h', 'he', 'hel']) {
      type(composer, text)
      await clock.advance(longestDraftDelay / 4)
    }
    expect(log).toEqual([])
    await clock.advance(longestDraftDelay / 4)
    expect(log).toEqual(['draft: hel'])
    expect(longestDraftDelay).toBeLessThanOrEqual(500)
  })

  it('is saved again after the next change', async () => {
    const { clock, composer, log } = open()
    for (const text of ['a', 'ab']) {
      type(composer, text)
      await clock.advance(longestDraftDelay)
    }
    expect(log).toEqual(['draft: a', 'draft: ab'])
  })

  it('is saved immediately when the screen closes, and not twice', async () => {
    const { clock, composer, log } = open()
    type(composer, 'half')
    composer.save()
    composer.save()
    await clock.advance(longestDraftDelay)
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
    await clock.advance(longestDraftDelay)
    expect(composer.unsaved()).toBeUndefined()
  })

  it('is not saved if it is as it was saved last', async () => {
    const { clock, composer, log } = open()
    composer.open(plainComposition('same'))
    type(composer, 'other')
    type(composer, 'same')
    await clock.advance(longestDraftDelay)
    composer.save()
    expect(log).toEqual([])
  })

  it('is the stored one for the next screen, unless it lacks a change or contains a queued send', async () => {
    const { clock, composer, composers, send } = open()
    expect(composers.of(id, createComposer)).toBe(composer)
    type(composer, 'half')
    expect(composer.open(emptyComposition)).toEqual(plainComposition('half'))
    await clock.advance(longestDraftDelay)
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
