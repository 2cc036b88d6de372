import { beforeAll, describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { Notice } from '#domain/notification/toast.ts'
import { createPendingUpdatesMachine } from '#machines/outbox/pending-updates-machine.ts'
import { serverId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { readAllChat, readChat, updateSessionTop } from '#schemas/wire/calls/conversations.ts'
import { editMessage } from '#schemas/wire/calls/message-changes.ts'
import { failureOf } from '#streams/http/call-result.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { StorageClosed } from '#streams/storage/storage-error.ts'
import { confirmed, first, folded, listed, openAccount, received, second } from '../account-fixture.ts'
import { answers, rejects } from '../fake-caller.ts'
import { settle } from '../simulated-clock.ts'

const delivered = answers(undefined)

async function start() {
  const account = await openAccount([
    listed(first),
    listed(second),
    ...[1, 2, 3].map((sequence) => received(first, confirmed(sequence))),
    received(second, confirmed(9)),
  ])
  const notices: Notice[] = []
  const notify = (notice: Notice) => void notices.push(notice)
  const actor = createActor(createPendingUpdatesMachine({ ...account, notify }), { clock: account.clock })
  actor.start()
  return {
    ...account,
    actor,
    notices,
    read: (upTo: number, conversation = first) =>
      account.log.dispatch({ type: 'MarkRead', conversationId: conversation, upTo: serverId(upTo) }),
    requests: () => account.caller.callsOf(readChat).map(({ request }) => request),
    waiting: () => account.log.outbox.get().readMarkers,
  }
}

describe('an update whose response cannot be recorded', () => {
  it.each([
    ['because of a fault is reported', new TypeError('no data'), ['pending updates TypeError: no data']],
    ['because the storage is closed is not reported', new StorageClosed(), []],
  ])('%s, and is sent again', async (_, cause, reported) => {
    const account = await start()
    const { actor, caller, clock, faults, log, read, requests } = account
    actor.stop()
    const failing = { ...log, append: () => Promise.reject(cause) }
    const machine = createPendingUpdatesMachine({ ...account, log: failing, notify: () => undefined })
    createActor(machine, { clock }).start()
    caller.reply(readChat, delivered)
    await read(30)
    await clock.advance(500)
    expect(faults).toEqual(reported)
    await clock.advance(1000)
    expect(requests()).toHaveLength(2)
  })
})

describe('read markers', () => {
  it('clear the unread count immediately and reach the server afterwards [SESS-34 SESS-39 SESS-42]', async () => {
    const { caller, clock, log, read, requests, waiting } = await start()
    let answer: (result: typeof delivered) => void = () => {}
    caller.reply(readChat, () => new Promise((resolve) => (answer = resolve)))
    expect(log.conversations.get().find(({ id }) => id === first)?.unreadCount).toBe(3)
    await read(30)
    expect(log.conversations.get().find(({ id }) => id === first)?.unreadCount).toBe(0)
    await settle()
    expect(requests()).toEqual([{ ChatSessionID: 1, ChatID: 30 }])
    expect(waiting()).toHaveLength(1)
    answer(delivered)
    await folded(clock)
    expect(waiting()).toEqual([])
  })

  it('are sent one at a time, without outdated ones', async () => {
    const { caller, clock, read, requests } = await start()
    caller.reply(readChat, failureOf('network'))
    await read(10)
    await settle()
    await read(20)
    await read(30)
    await read(90, second)
    caller.reply(readChat, delivered)
    await clock.advance(2000)
    expect(requests()).toEqual([
      { ChatSessionID: 1, ChatID: 10 },
      { ChatSessionID: 1, ChatID: 30 },
      { ChatSessionID: 2, ChatID: 90 },
    ])
  })

  it('of all unread conversations are sent after "Mark all as read" [SESS-35 SESS-41 SESS-44]', async () => {
    const { caller, clock, log, requests } = await start()
    caller.reply(readAllChat, delivered)
    await log.dispatch({ type: 'MarkAllConversationsRead' })
    await clock.advance(100)
    expect(requests()).toEqual([])
    expect(caller.callsOf(readAllChat).map(({ request }) => request)).toEqual([
      { ChatSessionID: 1, ChatID: 0 },
      { ChatSessionID: 2, ChatID: 0 },
    ])
    // A repetition in flight would include later messages.
    expect(caller.callsOf(readAllChat).map(({ options }) => options.retries)).toEqual([0, 0])
    expect(log.conversations.get().map(({ unreadCount }) => unreadCount)).toEqual([0, 0])
  })

  it('are retried after a login', async () => {
    const { actor, caller, clock, read, waiting } = await start()
    caller.reply(readChat, failureOf('network'))
    await read(30)
    await settle()
    caller.reply(readChat, delivered)
    actor.send({ type: 'login.completed' })
    await folded(clock)
    expect(waiting()).toEqual([])
  })

  it('wait for the time of a rate limit', async () => {
    const { caller, clock, read, requests } = await start()
    caller.reply(readChat, rejects(5, '', 5000))
    await read(30)
    await clock.advance(4999)
    expect(requests()).toHaveLength(1)
    await clock.advance(1)
    expect(requests()).toHaveLength(2)
  })

  it('of an unavailable conversation are dropped', async () => {
    const { caller, clock, read, requests, waiting } = await start()
    caller.reply(readChat, rejects(7))
    await read(30)
    await clock.advance(60_000)
    expect(requests()).toHaveLength(1)
    expect(waiting()).toEqual([])
  })

  it('of a whole conversation name their last message, so that later messages stay unread', async () => {
    const { caller, clock, log, requests } = await start()
    caller.reply(readAllChat, failureOf('network'))
    caller.reply(readChat, delivered)
    await log.dispatch({ type: 'MarkConversationRead', conversationId: first })
    await clock.advance(20_000)
    expect(requests()).toEqual([{ ChatSessionID: 1, ChatID: 30 }])
  })

  it.each([
    ['fails', rejects(resultCode.failed)],
    ['answers with what nobody can read', failureOf('malformed')],
  ])(
    'and settings of other conversations are sent when the server %s for one conversation',
    async (_, failure) => {
      const { caller, clock, log, read, requests, waiting } = await start()
      caller.reply(readChat, ({ ChatSessionID }) => (ChatSessionID === 1 ? failure : delivered))
      caller.reply(updateSessionTop, answers(undefined))
      await read(30)
      await read(90, second)
      void log.dispatch({
        type: 'SetOwnSetting',
        conversationId: second,
        setting: 'pinned',
        isOn: true,
      })
      await clock.advance(100)
      expect(waiting()).toEqual([{ conversationId: first, upTo: 30 }])
      expect(log.outbox.get().settings).toEqual([])
      const tries = () => requests().filter((one) => JSON.stringify(one).includes('"ChatSessionID":1'))
      expect(tries()).toHaveLength(1)
      await clock.advance(1000)
      expect(tries()).toHaveLength(2)
      caller.reply(readChat, delivered)
      await clock.advance(1000)
      expect(waiting()).toEqual([])
    },
  )

  it('are sent immediately while another conversation waits', async () => {
    const { caller, clock, read, requests } = await start()
    caller.reply(readChat, ({ ChatSessionID }) =>
      ChatSessionID === 1 ? rejects(resultCode.failed) : delivered,
    )
    await read(30)
    await clock.advance(20_000)
    await read(90, second)
    await folded(clock)
    expect(requests().at(-1)).toEqual({ ChatSessionID: 2, ChatID: 90 })
  })

  it('of a waiting conversation are retried after a login', async () => {
    const { actor, caller, clock, read, waiting } = await start()
    caller.reply(readChat, rejects(resultCode.failed))
    await read(30)
    await clock.advance(20_000)
    caller.reply(readChat, delivered)
    actor.send({ type: 'login.completed' })
    await folded(clock)
    expect(waiting()).toEqual([])
  })
})

describe('edits', () => {
  // The clock does not wait for code that is loaded on use.
  beforeAll(() => import('#streams/outbound/deliver-change.ts'))
  const edit = (log: AccountLog, text: string) =>
    log.dispatch({ type: 'EditMessage', conversationId: first, serverId: serverId(10), text })
  const last = (Message: string, Version = 1) =>
    answers({ ChatID: 10, SeqID: 1, Version, TimeStamp: 5, Message, AtIDs: '' })
  const shown = async (log: AccountLog) =>
    (await log.openTimeline(first)).messages.get().find((message) => message.serverId === 10)?.body

  const draftOf = (log: AccountLog) => log.summaryOf(first)?.draft

  it('that another device has replaced with a later one show that one, add their text to the draft, and toasts say so (DEC-242)', async () => {
    const { caller, clock, log, notices } = await start()
    caller.reply(editMessage, last('mine'))
    await edit(log, 'mine')
    await clock.advance(1000)
    expect(notices).toEqual([])
    caller.reply(editMessage, last('theirs', 2))
    await edit(log, 'mine again')
    await clock.advance(1000)
    expect(notices).toEqual([
      { kind: 'info', key: 'conversation.edit.elsewhere' },
      { kind: 'info', key: 'conversation.edit.returned' },
    ])
    expect(draftOf(log)).toBe('mine again')
    expect(log.outbox.get().edits).toEqual([])
    expect(await shown(log)).toBe('theirs')
  })

  it.each([
    ['its own text', rejects(resultCode.forbidden, 'Too late.'), { text: 'Too late.' }],
    ['a general text', rejects(resultCode.forbidden), { key: 'errors.error' }],
  ])('that the server rejects with %s are undone, and an error says why', async (_, reply, said) => {
    const { caller, clock, log, notices } = await start()
    caller.reply(editMessage, reply)
    await edit(log, 'mine')
    await clock.advance(1000)
    expect(notices[0]).toEqual({ kind: 'error', ...said })
    expect(log.outbox.get().edits).toEqual([])
    expect(await shown(log)).toBe('message 1')
  })

  it('that the server rejects add their text to the draft, and a toast says so (DEC-242)', async () => {
    const { caller, clock, log, notices } = await start()
    await log.dispatch({ type: 'SaveDraft', conversationId: first, text: 'begun' })
    caller.reply(editMessage, rejects(resultCode.forbidden, 'Too late.'))
    await edit(log, 'mine')
    await clock.advance(1000)
    expect(draftOf(log)).toBe('begun\nmine')
    expect(notices).toEqual([
      { kind: 'error', text: 'Too late.' },
      { kind: 'info', key: 'conversation.edit.returned' },
    ])
  })

  it('of a message that is gone leave no text', async () => {
    const { caller, clock, log, notices } = await start()
    const { notFound: code } = resultCode
    const rejection = { key: 'message-gone', code, text: 'It is gone.' }
    caller.reply(editMessage, {
      isOk: false,
      failure: { kind: 'rejected', code, retryAfter: undefined, rejection },
    })
    await edit(log, 'mine')
    await clock.advance(1000)
    expect(draftOf(log)).toBe('')
    expect(log.outbox.get().edits).toEqual([])
    expect(notices).toEqual([{ kind: 'error', text: 'It is gone.' }])
  })

  it('that reach a server without editing add their text to the draft', async () => {
    const { caller, clock, log } = await start()
    caller.reply(editMessage, rejects(resultCode.notFound, 'Not found.'))
    await edit(log, 'mine')
    await clock.advance(1000)
    expect(draftOf(log)).toBe('mine')
    expect(log.outbox.get().edits).toEqual([])
  })

  it('that are rejected after the next one was written add no text to the draft', async () => {
    const { caller, clock, log, notices } = await start()
    let answer: (result: ReturnType<typeof rejects>) => void = () => {}
    caller.reply(editMessage, () => new Promise((resolve) => (answer = resolve)))
    await edit(log, 'mine')
    await clock.advance(100)
    await edit(log, 'mine too')
    answer(rejects(resultCode.forbidden, 'Not now.'))
    caller.reply(editMessage, last('mine too'))
    await clock.advance(1000)
    expect(draftOf(log)).toBe('')
    expect(notices).toEqual([{ kind: 'error', text: 'Not now.' }])
    expect(await shown(log)).toBe('mine too')
  })
})
