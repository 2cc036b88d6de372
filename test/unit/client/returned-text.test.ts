import { expect, it } from 'vitest'
import { createComposer } from '#client/composer.ts'
import { createComposers } from '#client/composers.ts'
import { longestDraftDelay } from '#client/draft-saver.ts'
import { done } from '#domain/http/rejection.ts'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { clientId } from '#schemas/ids.ts'
import { first, folded, openAccount, second } from '../machines/account-fixture.ts'

/** A composer on a real log, in which a sent text is pending. */
async function startWithPending(text: string) {
  const { clock, log, random } = await openAccount()
  const composers = createComposers({
    dispatch: log.dispatch,
    log,
    media: {
      storeAttachment: async () => ({ isOk: false, rejection: { key: 'errors.error' } }),
      discardStored: async () => undefined,
    },
    ports: { clock, random },
    keepUndeliverable: async () => done,
    leftDrafts: { announce: () => undefined },
  })
  const composer = composers.of(first, createComposer)
  composer.open(emptyComposition)
  const sent = composer.send({ composition: plainComposition(text), quote: undefined, mentions: () => [] })
  await folded(clock)
  await sent
  /** As the outbox does after the server has rejected the text for good. */
  const returnText = async (conversationId = first) => {
    const [message] = log.outbox.get().messages
    const done = log.dispatch({
      ...{ type: 'ReturnText', conversationId, clientId: message?.clientId ?? clientId('x'.repeat(20)) },
    })
    await folded(clock)
    await done
  }
  const stored = async () => {
    await clock.advance(longestDraftDelay)
    await folded(clock)
    return log.summaryOf(first)?.draft
  }
  return { composer, returnText, stored }
}

it('a rejected text comes back behind what is being written, in the stored draft too [LIFE-15]', async () => {
  const { composer, returnText, stored } = await startWithPending('rejected')
  composer.edit(plainComposition('being written'))
  const seen: unknown[] = []
  composer.restored.subscribe(() => seen.push(composer.restored.get()?.text))
  await returnText()
  expect(composer.current().text).toBe('being written\nrejected')
  expect(seen).toEqual(['being written\nrejected'])
  expect(await stored()).toBe('being written\nrejected')
})

it('a rejected text is the draft of a composer in which nothing was written since the screen opened', async () => {
  const { composer, returnText, stored } = await startWithPending('rejected')
  await returnText()
  expect(composer.current().text).toBe('rejected')
  expect(await stored()).toBe('rejected')
})

it('a text that is not in its conversation comes back nowhere', async () => {
  const { composer, returnText, stored } = await startWithPending('elsewhere')
  await returnText(second)
  expect(composer.current().text).toBe('')
  expect(await stored()).toBe('')
})
