import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { sendSticker } from '#src/features/conversation/composer/emoji/sticker-view.tsx'
import { first, folded, openAccount, peer } from '#test/unit/machines/account-fixture.ts'
import { settle } from '#test/unit/machines/simulated-clock.ts'

const quoted: QuotedMessage = {
  ...{ serverId: serverId(10), senderId: peer, senderName: 'Ben' },
  ...{ type: 'txt', text: 'Which dog?' },
}
const sticker = '/stickers/dog.webp'

/** An account whose composer has a draft with `quote`. */
async function writing() {
  const { log, clock } = await openAccount()
  const conversations = log.conversations
  const account = { conversations, dispatch: log.dispatch }
  const draft = () => conversations.get().find(({ id }) => id === first)
  const wait = async <Result>(promise: Promise<Result>): Promise<Result> => {
    for (let turn = 0; turn < 3; turn++) {
      await settle()
      await folded(clock)
    }
    return promise
  }
  await wait(log.dispatch({ type: 'SaveDraft', conversationId: first, text: 'half', quote: quoted }))
  return { account, draft, log, wait }
}

describe('a sticker sent while a message is quoted', () => {
  it('carries the quote, which leaves the composer; the text stays [VIEW-19 MSG-32]', async () => {
    const { account, draft, log, wait } = await writing()
    expect(draft()).toMatchObject({ draft: 'half', draftQuote: quoted })
    expect(await wait(sendSticker(account, first, sticker))).toMatchObject({ isOk: true })
    expect(log.outbox.get().messages).toMatchObject([{ type: 'emo', body: sticker, quote: quoted }])
    expect(draft()).toMatchObject({ draft: 'half', draftQuote: undefined })
  })

  it('keeps the quote in the composer when it is rejected', async () => {
    const { account, draft, log, wait } = await writing()
    expect(await wait(sendSticker(account, first, 'https://elsewhere.example/x.png'))).toMatchObject({
      isOk: false,
    })
    expect(log.outbox.get().messages).toEqual([])
    expect(draft()).toMatchObject({ draft: 'half', draftQuote: quoted })
  })
})
