import { expect, it } from 'vitest'
import { countMessages, createComposers, type SendGroup } from '#client/composer.ts'
import { plainComposition } from '#domain/message/composition.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { first, folded, openAccount } from '../machines/account-fixture.ts'

it('a send counts as unsent messages until it is in the log, a file of two sends once (DEC-115)', async () => {
  const { clock, log, random } = await openAccount()
  const pendingSends = new Set<SendGroup>()
  const composer = createComposers({
    ...{ dispatch: log.dispatch, log, pendingSends, ports: { clock, random } },
    media: {
      storeAttachment: async () => ({ isOk: false, rejection: { key: 'errors.error' } }),
      discardStored: async () => undefined,
    },
  })(first)
  const compressed = createDeferred()
  const sendWith = (text: string, files: readonly string[]) =>
    composer.send({
      ...{ composition: plainComposition(text), quote: undefined, mentions: () => [] },
      attachments: { waiting: () => files, store: () => compressed.promise, submitted: () => undefined },
    })
  const sent = [sendWith('caption', ['one', 'two']), sendWith('', ['two', 'three'])]
  expect(countMessages(pendingSends)).toBe(4)

  compressed.resolve()
  await folded(clock)
  await Promise.all(sent)
  expect(countMessages(pendingSends)).toBe(0)
  expect(log.outbox.get().messages).toMatchObject([{ body: 'caption' }])
})
