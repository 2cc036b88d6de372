import { expect, it } from 'vitest'
import { createComposer } from '#client/composer.ts'
import { createComposers } from '#client/composers.ts'
import { done } from '#domain/http/rejection.ts'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { first, folded, openAccount, second } from '../machines/account-fixture.ts'
import { ann, diskWith } from '../machines/auth/auth-harness.ts'
import { startLoneClient } from './lone-client.ts'

/** A send of a text and of files that are stored once `prepared` resolves. */
const sendOf = (text: string, files: readonly string[], prepared: Promise<void>) => ({
  ...{ composition: plainComposition(text), quote: undefined, mentions: () => [] },
  attachments: { pendingFiles: () => files, store: () => prepared, submitted: () => undefined },
})

it('sends count as pending messages until their files are stored, a file of two sends once', async () => {
  const { clock, log, random } = await openAccount()
  const composers = createComposers({
    ...{ dispatch: log.dispatch, log, ports: { clock, random }, keepUndeliverable: async () => done },
    leftDrafts: { announce: () => undefined },
    media: {
      storeAttachment: async () => ({ isOk: false, rejection: { key: 'errors.error' } }),
      discardStored: async () => undefined,
    },
  })
  const prepared = createDeferred()
  const composer = composers.of(first, createComposer)
  const sent = [
    composer.send(sendOf('caption', ['one', 'two'], prepared.promise)),
    composer.send(sendOf('', ['two', 'three'], prepared.promise)),
    composers.of(second, createComposer).send(sendOf('', ['one'], prepared.promise)),
  ]
  expect(composers.pendingCount()).toBe(5)

  prepared.resolve()
  await folded(clock)
  await Promise.all(sent)
  expect(composers.pendingCount()).toBe(0)
  expect(log.outbox.get().messages).toMatchObject([{ body: 'caption' }])
})

it('no message counts twice: a text without files is only in the outbox', async () => {
  const { clock, log, random } = await openAccount()
  const composers = createComposers({
    ...{ dispatch: log.dispatch, log, ports: { clock, random }, keepUndeliverable: async () => done },
    leftDrafts: { announce: () => undefined },
    media: {
      storeAttachment: async () => ({ isOk: false, rejection: { key: 'errors.error' } }),
      discardStored: async () => undefined,
    },
  })
  const counts: number[] = []
  log.outbox.subscribe(() => counts.push(log.outbox.get().messages.length + composers.pendingCount()))
  const sent = composers.of(first, createComposer).send({
    ...{ composition: plainComposition('words'), quote: undefined, mentions: () => [] },
  })
  await folded(clock)
  await sent
  expect(counts).toEqual([1])
})

it('a send whose conversation is removed while it waits for its files is kept as undeliverable (DEC-230)', async () => {
  const { clock, log, random } = await openAccount()
  const kept: unknown[][] = []
  const composers = createComposers({
    ...{ dispatch: log.dispatch, log, ports: { clock, random } },
    media: {
      storeAttachment: async () => ({ isOk: false, rejection: { key: 'errors.error' } }),
      discardStored: async () => undefined,
    },
    leftDrafts: { announce: () => undefined },
    async keepUndeliverable(...send) {
      kept.push(send)
      return done
    },
  })
  const prepared = createDeferred()
  const composer = composers.of(first, createComposer)
  composer.open(emptyComposition)
  const sent = composer.send(sendOf('caption', ['one'], prepared.promise))
  void log.append([conversationRemoved(first, 5000)])
  await clock.advance(1000)
  prepared.resolve()
  await clock.advance(1000)
  expect(await sent).toEqual(done)
  expect(kept).toEqual([[first, [], 'caption']])
  expect(composers.pendingCount()).toBe(0)
})

it('a sign-out counts messages whose files are being prepared as unsent (DEC-115)', async () => {
  const request = () => Promise.reject(new Error('no network'))
  const { account, client } = await startLoneClient(await diskWith(ann), { request })
  const { authentication } = client
  void account
    .composer(first, createComposer)
    .send(sendOf('caption', ['one', 'two'], createDeferred().promise))
  expect([authentication.unsentCount(), authentication.unsentCount('all')]).toEqual([3, 3])
  await client.dispose()
})
