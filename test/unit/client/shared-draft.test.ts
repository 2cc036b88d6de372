import { describe, expect, it } from 'vitest'
import { createComposer } from '#client/composer.ts'
import { createComposers } from '#client/composers.ts'
import { longestDraftDelay } from '#client/draft-saver.ts'
import { done } from '#domain/http/rejection.ts'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { serverId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { first, folded, openAccount, peer } from '../machines/account-fixture.ts'

const quoteOf = (text: string, id: number): QuotedMessage => ({
  ...{ serverId: serverId(id), senderId: peer, senderName: 'Ben', type: 'txt', text },
})
const [own, theirs] = [quoteOf('own', 10), quoteOf('theirs', 20)]

/** A composer on a real log whose screen is open. */
async function start() {
  const { clock, log, random } = await openAccount()
  let left = 0
  const composer = createComposers({
    dispatch: log.dispatch,
    log,
    media: {
      storeAttachment: async () => ({ isOk: false, rejection: { key: 'errors.error' } }),
      discardStored: async () => undefined,
    },
    ports: { clock, random },
    keepUndeliverable: async () => done,
    leftDrafts: {
      announce: () => {
        left += 1
      },
    },
  }).of(first, createComposer)
  composer.open(emptyComposition)
  const shown: string[] = []
  composer.restored.subscribe(() => shown.push(composer.restored.get()?.text ?? ''))
  return {
    composer,
    shown,
    left: () => left,
    stored: () => log.summaryOf(first)?.draft,
    quoted: () => log.summaryOf(first)?.draftQuote?.text,
    pause: () => clock.advance(longestDraftDelay + 20),
    write: async (text: string) => {
      composer.edit(plainComposition(text))
      await clock.advance(longestDraftDelay + 20)
    },
    /** Another tab of this device saves its draft. */
    saves: async (text: string) => {
      await log.dispatch({ type: 'SaveDraft', conversationId: first, text })
    },
    send: async (text: string) => {
      const sent = composer.send({
        ...{ composition: plainComposition(text), quote: undefined, mentions: () => [] },
      })
      composer.edit(emptyComposition)
      composer.save()
      await clock.advance(20)
      await sent
    },
    /** The leader tab has taken the draft of another device. */
    takes: async (text: string, quote?: QuotedMessage) => {
      const version = clock.now() + 1
      const data = { text, savedAt: version, version, ...(quote ? { quote } : {}) }
      const appended = log.append([
        { stream: first, type: 'DraftSaved', data, occurredAt: version, origin: 'http' },
      ])
      await folded(clock)
      await appended
    },
  }
}

describe('a draft of another device', () => {
  it('replaces the text in an open composer that did not change since it was saved', async () => {
    const { composer, shown, takes, write } = await start()
    await write('mine')
    await takes('theirs')
    expect(composer.current().text).toBe('theirs')
    expect(shown).toEqual(['theirs'])
  })

  it('is the text of a composer in which nothing was written', async () => {
    const { composer, pause, stored, takes } = await start()
    await takes('theirs')
    expect(composer.current().text).toBe('theirs')
    // An empty text is a change, although the screen opened with one.
    composer.edit(emptyComposition)
    await pause()
    expect(stored()).toBe('')
  })

  it('does not replace a text that is being written, which is saved in its place', async () => {
    const { composer, pause, shown, stored, takes, write } = await start()
    await write('mine')
    composer.edit(plainComposition('mine again'))
    await takes('theirs')
    expect(composer.current().text).toBe('mine again')
    await pause()
    expect(stored()).toBe('mine again')
    expect(shown).toEqual([])
  })

  it.each([
    ['the own quote', own, theirs],
    ['no quote', null, theirs],
    ['the own quote instead of none', own, undefined],
  ])('that arrives while a text is being written leaves it with %s', async (_, before, other) => {
    const { composer, pause, quoted, stored, takes, write } = await start()
    await write('mine')
    composer.quote(before)
    await pause()
    composer.edit(plainComposition('mine again'))
    await takes('theirs', other)
    await pause()
    expect([stored(), quoted()]).toEqual(['mine again', before?.text])
    await takes('theirs again', other)
    expect([composer.current().text, quoted()]).toEqual(['theirs again', other?.text])
    await write('both')
    expect([stored(), quoted()]).toEqual(['both', other?.text])
  })

  it('leaves a text that is being written with the quote that was chosen after it', async () => {
    const { composer, pause, quoted, stored, takes } = await start()
    composer.edit(plainComposition('mine'))
    await takes('theirs')
    composer.quote(own)
    composer.edit(plainComposition('mine again'))
    await takes('theirs', theirs)
    await pause()
    expect([stored(), quoted()]).toEqual(['mine again', 'own'])
  })

  it('does not replace a text while an input method composes', async () => {
    const { composer, pause, quoted, stored, takes, write } = await start()
    await write('wo')
    composer.setComposing(true)
    await takes('theirs', theirs)
    expect(composer.current().text).toBe('wo')
    await pause()
    expect([stored(), quoted()]).toEqual(['wo', undefined])
    composer.setComposing(false)
    await takes('theirs again')
    expect(composer.current().text).toBe('theirs again')
  })
})

describe('a draft that another tab saves', () => {
  it('replaces the text in an open composer that did not change since it was saved', async () => {
    const { composer, saves, send, shown, stored, write } = await start()
    await write('mine')
    await saves('mine, continued')
    expect(composer.current().text).toBe('mine, continued')
    await send('mine, continued')
    await saves('next')
    expect(shown).toEqual(['mine, continued', 'next'])
    await write('next one')
    expect(stored()).toBe('next one')
  })

  it('does not replace a text that is being written, which is saved in its place', async () => {
    const { composer, pause, saves, shown, stored, write } = await start()
    await write('mine')
    composer.edit(plainComposition('mine again'))
    await saves('theirs')
    expect(composer.current().text).toBe('mine again')
    await pause()
    expect([stored(), shown]).toEqual(['mine again', []])
  })
})

it('a draft that is left is saved and announced', async () => {
  const { composer, left, pause, stored } = await start()
  composer.edit(plainComposition('bye'))
  composer.leave()
  await pause()
  expect(stored()).toBe('bye')
  expect(left()).toBe(1)
})
