import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { serverId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { toListedConversation } from '#schemas/translate/conversation.ts'
import { getDraft, saveDraft } from '#schemas/wire/calls/drafts.ts'
import type { RequestOf } from '#schemas/wire/define-call.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { createSharedDrafts } from '#streams/outbound/shared-drafts.ts'
import { createWritable } from '#streams/readable.ts'
import { first, folded, openAccount, peer, second } from '#test/unit/machines/account-fixture.ts'
import { answers, rejects } from '#test/unit/machines/fake-caller.ts'
import { listRow } from '#test/unit/machines/server-history.ts'

/** A leader that shares drafts with a server that stores each of them. */
async function start() {
  const account = await openAccount()
  const { caller, clock, log } = account
  const connection = createWritable<ConnectionView>({ status: 'connected' })
  const over = new AbortController()
  caller.reply(saveDraft, ({ TimeStamp }) => answers({ TimeStamp }))
  const changed$ = new Subject<void>()
  const drafts = createSharedDrafts({ ...account, connection, leftDrafts: { changed$ }, signal: over.signal })
  const write = async (text: string, conversationId = first) => {
    const saved = log.dispatch({ type: 'SaveDraft', conversationId, text })
    await folded(clock)
    await saved
  }
  return {
    ...account,
    connection,
    drafts,
    leave: () => changed$.next(),
    over,
    write,
    /** The texts that were sent. */
    sent: () =>
      caller.callsOf(saveDraft).map(({ request }) => (request as RequestOf<typeof saveDraft>).Message),
    /** Another device has written a draft `later` ms after now. */
    elsewhere: async (Message: string, later = 0) => {
      const TimeStamp = clock.now() + later
      caller.reply(getDraft, answers({ TimeStamp, Message }))
      const HasDraft = Message !== ''
      const taken = drafts.take({ Cmd: 'DraftSaved', ChatSessionID: 1, DraftTimeStamp: TimeStamp, HasDraft })
      await folded(clock)
      await taken
      return TimeStamp
    },
    shown: (id = first) => log.conversations.get().find((row) => row.id === id)?.draft,
    unsent: () => log.outbox.get().drafts,
  }
}

describe('a draft of this device', () => {
  it('is sent 3 s after its last change, and not again', async () => {
    const { clock, sent, unsent, write } = await start()
    await write('h')
    await clock.advance(2900)
    await write('hello')
    await clock.advance(2900)
    expect(sent()).toEqual([])
    await clock.advance(200)
    expect(sent()).toEqual(['hello'])
    expect(unsent()).toEqual([])
    await clock.advance(60_000)
    expect(sent()).toEqual(['hello'])
  })

  it('is sent with its mentions and quote', async () => {
    const { caller, clock, log } = await start()
    const quote = { serverId: serverId(3), senderId: peer, senderName: 'P', type: 'txt', text: 'q' } as const
    const mentions = [{ userId: 0, at: 0, length: 4 }]
    void log.dispatch({ type: 'SaveDraft', conversationId: first, text: '@all', mentions, quote })
    await clock.advance(5000)
    expect(caller.callsOf(saveDraft)[0]?.request).toMatchObject({
      ...{ ChatSessionID: 1, Message: '@all', QuoteChatID: 3 },
      Mentions: [{ UserID: 0, At: 0, Length: 4 }],
    })
  })

  it('is sent without the pause when it is left, also if it is saved only then', async () => {
    const { clock, leave, sent, write } = await start()
    leave()
    await write('bye')
    await clock.advance(10)
    expect(sent()).toEqual(['bye'])
  })

  it('is removed elsewhere soon after it was sent, unless no device has seen it', async () => {
    const { clock, sent, write } = await start()
    await write('quick')
    await write('')
    await clock.advance(10_000)
    expect(sent()).toEqual([])
    await write('slow')
    await clock.advance(4000)
    await write('')
    await clock.advance(1000)
    expect(sent()).toEqual(['slow', ''])
  })

  it('is removed elsewhere even if the response to it was lost', async () => {
    const { caller, clock, sent, unsent, write } = await start()
    caller.reply(saveDraft, failureOf('timed-out'))
    await write('lost')
    await clock.advance(3100)
    await write('')
    caller.reply(saveDraft, ({ TimeStamp }) => answers({ TimeStamp }))
    await clock.advance(10_000)
    expect(sent()).toEqual(['lost', ''])
    expect(unsent()).toEqual([])
  })

  it('is sent one at a time and at most one in a second', async () => {
    const { clock, sent, write } = await start()
    await write('one')
    await write('two', second)
    await clock.advance(3000)
    expect(sent()).toEqual(['one'])
    await clock.advance(1100)
    expect(sent()).toEqual(['one', 'two'])
  })

  it('waits for the connection and for the time of a rate limit', async () => {
    const { caller, clock, connection, sent, write } = await start()
    connection.set({ status: 'offline', since: 0 })
    await write('hello')
    await clock.advance(60_000)
    expect(sent()).toEqual([])
    caller.reply(saveDraft, rejects(resultCode.limited, '', 20_000))
    connection.set({ status: 'connected' })
    await clock.advance(3100)
    await clock.advance(19_000)
    expect(sent()).toEqual(['hello'])
    await clock.advance(1000)
    expect(sent()).toEqual(['hello', 'hello'])
  })

  it('stays here after a rejection until the next login, and if it is too long', async () => {
    const { caller, clock, connection, sent, shown, write } = await start()
    caller.reply(saveDraft, rejects(resultCode.notMember))
    await write('mine')
    await write('x'.repeat(20_001), second)
    await clock.advance(60_000)
    expect(sent()).toEqual(['mine'])
    expect(shown()).toBe('mine')
    connection.set({ status: 'catching-up' })
    connection.set({ status: 'connected' })
    await clock.advance(60_000)
    expect(sent()).toEqual(['mine', 'mine'])
  })

  it('is not sent once this tab does not lead', async () => {
    const { clock, over, sent, write } = await start()
    await write('hello')
    over.abort()
    await clock.advance(60_000)
    expect(sent()).toEqual([])
  })
})

describe('a draft of another device', () => {
  it('is shown with its mentions, is not sent back, and goes when it is removed there', async () => {
    const { clock, elsewhere, sent, shown } = await start()
    await elsewhere('hello')
    expect(shown()).toBe('hello')
    await elsewhere('', 1)
    expect(shown()).toBe('')
    await clock.advance(60_000)
    expect(sent()).toEqual([])
  })

  it('does not bring an earlier text back', async () => {
    const { elsewhere, shown } = await start()
    await elsewhere('second')
    await elsewhere('first', -1000)
    expect(shown()).toBe('second')
  })

  it('does not replace a text that was changed here, which is sent if it is the newer one', async () => {
    const { clock, elsewhere, sent, shown, write } = await start()
    await elsewhere('theirs', -500)
    await write('mine')
    await elsewhere('theirs again', -100)
    expect(shown()).toBe('mine')
    await clock.advance(5000)
    expect([shown(), sent()]).toEqual(['mine', ['mine']])
  })

  it('replaces the text of this device after the pause if the server says it is the newer one', async () => {
    const { caller, clock, elsewhere, sent, shown, unsent, write } = await start()
    await write('mine')
    const TimeStamp = await elsewhere('theirs', 1000)
    caller.reply(saveDraft, answers({ TimeStamp, Message: 'theirs' }))
    expect(shown()).toBe('mine')
    await clock.advance(5000)
    expect([shown(), sent(), unsent()]).toEqual(['theirs', ['mine'], []])
  })

  it('is not fetched while the own text is unsent', async () => {
    const { caller, elsewhere, write } = await start()
    await write('mine')
    await elsewhere('theirs')
    expect(caller.callsOf(getDraft)).toEqual([])
  })

  it('is shown once the own text has gone without being sent', async () => {
    const { clock, elsewhere, shown, write } = await start()
    await write('mine')
    await elsewhere('theirs', 1000)
    await write('')
    await clock.advance(100)
    expect(shown()).toBe('theirs')
  })

  it('that arrived before the response to an earlier own one is shown after it', async () => {
    const { caller, clock, elsewhere, shown, write } = await start()
    let respond: () => void = () => undefined
    caller.reply(
      saveDraft,
      ({ TimeStamp }) => new Promise((resolve) => (respond = () => resolve(answers({ TimeStamp })))),
    )
    await write('mine')
    await clock.advance(3000)
    await elsewhere('theirs', 1)
    expect(shown()).toBe('mine')
    respond()
    await clock.advance(100)
    expect(shown()).toBe('theirs')
  })

  it('is fetched if the list names it, and not if it is empty', async () => {
    const { caller, clock, drafts, shown } = await start()
    caller.reply(getDraft, answers({ TimeStamp: 5, Message: 'theirs' }))
    const taken = drafts.takeListed(
      [
        toListedConversation({ ...listRow(1), DraftTimeStamp: 5, HasDraft: true }, 1),
        toListedConversation({ ...listRow(2), DraftTimeStamp: 5 }, 1),
      ],
      new AbortController().signal,
    )
    await clock.advance(100)
    await taken
    expect(shown()).toBe('theirs')
    expect(caller.callsOf(getDraft)).toHaveLength(1)
  })

  it('is fetched although the server fails at another one of the list, which is tried again', async () => {
    const { caller, clock, drafts, faults, shown } = await start()
    const list = [1, 2].map((id) =>
      toListedConversation({ ...listRow(id), DraftTimeStamp: 5, HasDraft: true }, 1),
    )
    const theirs = answers({ TimeStamp: 5, Message: 'theirs' })
    caller.reply(getDraft, ({ ChatSessionID }) => (ChatSessionID === 1 ? rejects(resultCode.failed) : theirs))
    const taken = drafts.takeListed(list, new AbortController().signal)
    await clock.advance(900)
    await taken
    expect([shown(), shown(second)]).toEqual(['', 'theirs'])
    caller.reply(getDraft, theirs)
    await clock.advance(200)
    expect([shown(), shown(second)]).toEqual(['theirs', 'theirs'])
    expect(faults).toEqual([])
  })

  it('at which the server fails is tried for half a minute, and not at all if the server rejects it', async () => {
    const { caller, clock, drafts } = await start()
    const frame = { Cmd: 'DraftSaved', ChatSessionID: 1, DraftTimeStamp: 5, HasDraft: true } as const
    caller.reply(getDraft, rejects(resultCode.forbidden))
    void drafts.take(frame)
    await clock.advance(60_000)
    expect(caller.callsOf(getDraft)).toHaveLength(1)
    caller.reply(getDraft, rejects(resultCode.failed))
    void drafts.take(frame)
    await clock.advance(60_000)
    expect(caller.callsOf(getDraft)).toHaveLength(1 + 8)
  })

  it('fails the list if the server cannot be reached', async () => {
    const { caller, drafts } = await start()
    caller.reply(getDraft, failureOf('network'))
    const list = [toListedConversation({ ...listRow(1), DraftTimeStamp: 5, HasDraft: true }, 1)]
    await expect(drafts.takeListed(list, new AbortController().signal)).rejects.toThrow('network')
  })

  it('that cannot be fetched is left to the list after the next login', async () => {
    const { drafts, faults, shown } = await start()
    await drafts.take({ Cmd: 'DraftSaved', ChatSessionID: 1, DraftTimeStamp: 5, HasDraft: true })
    expect([shown(), faults]).toEqual(['', []])
  })
})
