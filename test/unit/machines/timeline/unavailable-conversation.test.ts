import { describe, expect, it } from 'vitest'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  getAllSessionList,
  getChatData,
  getChatSession,
  wireChatSession,
  wireGroupSession,
} from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { type Account, first, folded, openAccount, peer } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { serveHistory } from '../server-history.ts'
import { history, open, openIn } from './timeline-fixture.ts'

const group = conversationId('group', 4)
const rejected = 'conversation.session-not-available'
const unavailable = { isOk: true, code: 1, message: 'Gone', data: null } as const

const nothingListed = ({ caller }: Account) =>
  caller.reply(getAllSessionList, answers({ ChatSessions: [], Groups: [] }))
const removed = (stream: ConversationId, origin: 'http' | 'socket'): NewEvent => ({
  stream,
  type: 'ConversationRemoved',
  data: {},
  occurredAt: 1,
  origin,
})

describe('a conversation that is in no list', () => {
  it('becomes unavailable with a notice if its details say so, and the list is reloaded [SESS-29 SESS-48 SESS-49]', async () => {
    const account = await openAccount(history(1, 3))
    nothingListed(account)
    account.caller.reply(getChatSession, unavailable)
    const { caller, clock, notices, requests, view } = await openIn(account, first)
    await folded(clock)
    await folded(clock)
    expect(caller.callsOf(getChatSession).map(({ request }) => request)).toEqual([{ ChatSessionID: 1 }])
    expect(view()).toMatchObject({ status: 'unavailable', messages: [] })
    expect(notices).toEqual([{ kind: 'error', key: rejected }])
    expect(caller.callsOf(getAllSessionList)).toHaveLength(1)
    expect(account.log.syncState(first)).toBeUndefined()
    expect(requests()).toEqual([])
  })

  it('is removed without a storage notice when the account was closed meanwhile', async () => {
    const account = await openAccount(history(1, 3))
    nothingListed(account)
    account.caller.reply(getChatSession, unavailable)
    const opening = openIn(account, first)
    await account.log.close()
    const { clock, view } = await opening
    await folded(clock)
    await folded(clock)
    expect(view().status).toBe('unavailable')
    expect(account.faults).toEqual([])
  })

  it('and is a group is removed with code 1 alike, and the groups are requested again [GROUP-17]', async () => {
    const account = await openAccount([])
    nothingListed(account)
    account.caller.reply(getChatSession, unavailable)
    const { caller, clock, notices, view } = await openIn(account, group)
    await folded(clock)
    await folded(clock)
    expect(caller.callsOf(getChatSession).map(({ request }) => request)).toEqual([{ GroupID: 4 }])
    expect(notices).toEqual([{ kind: 'error', key: rejected }])
    expect(caller.callsOf(getAllSessionList)).toHaveLength(1)
    expect(view().status).toBe('unavailable')
  })

  it('is shown if the server lists it after all, a group as a group [SESS-29]', async () => {
    const account = await openAccount([])
    serveHistory(account.caller, new Map([[first, 30]]))
    const row = wireChatSession.parse({ ID: 1, UserID: peer, NickName: 'Ben', CreateTime: 1_700_000_000_000 })
    account.caller.reply(getChatSession, answers(row))
    const { clock, log, sequences, view } = await openIn(account, first)
    for (let turn = 0; turn < 4; turn += 1) await folded(clock)
    expect(view().status).toBe('ready')
    expect(sequences()).toHaveLength(30)
    expect(log.conversations.get()).toMatchObject([{ id: first, title: 'Ben' }])

    const self = { Role: 9 }
    const groupRow = wireGroupSession.parse({
      ID: 4,
      GroupName: 'Walks',
      UserID: 9,
      Self: self,
      UserCount: 3,
    })
    account.caller.reply(getChatSession, answers(groupRow))
    await openIn(account, group)
    await folded(clock)
    expect(account.caller.callsOf(getChatSession).at(-1)?.request).toEqual({ GroupID: 4 })
    expect(log.conversations.get().find(({ id }) => id === group)).toMatchObject({
      title: 'Walks',
      group: { memberCount: 3, role: 9 },
    })
  })

  it('stays undecided while the server cannot be reached, and is requested again', async () => {
    const account = await openAccount([])
    account.caller.reply(getChatSession, failureOf('network'))
    const { clock, handle, notices, view } = await openIn(account, first)
    expect(view().status).toBe('failed')
    nothingListed(account)
    account.caller.reply(getChatSession, unavailable)
    handle.reload()
    await folded(clock)
    expect(view().status).toBe('unavailable')
    expect(notices).toHaveLength(1)
  })
})

describe('a conversation that is removed while it is open', () => {
  it.each([11, 21])(
    'by code %i is removed here too, with the server’s text, and the list is refreshed [SESS-51 SESS-52]',
    async (code) => {
      const opened = await open(history(61, 80), 80)
      const { caller, clock, handle, log, notices, view } = opened
      nothingListed(opened)
      caller.reply(getChatData, { isOk: true, code, message: 'You have left', data: null })
      handle.loadOlder()
      await folded(clock)
      await folded(clock)
      expect(view()).toMatchObject({ status: 'unavailable', messages: [] })
      expect(notices).toEqual([{ kind: 'warning', text: 'You have left' }])
      expect(log.conversations.get().some(({ id }) => id === first)).toBe(false)
      expect(caller.callsOf(getAllSessionList)).toHaveLength(1)
    },
  )

  it('by the list gets one notice: a group was left or disbanded [SESS-53 SESS-54]', async () => {
    const account = await openAccount([])
    const row = wireGroupSession.parse({ ID: 4, GroupName: 'Walks', UserID: 9, UserCount: 3 })
    account.caller.reply(getChatSession, answers(row))
    const { clock, log, notices, view } = await openIn(account, group)
    void log.append([removed(group, 'http')])
    await folded(clock)
    expect(view().status).toBe('unavailable')
    expect(notices).toEqual([{ kind: 'error', key: 'conversation.group.has-left' }])
    void log.append([removed(group, 'http')])
    await folded(clock)
    expect(notices).toHaveLength(1)
  })

  it('by a frame gets its notice from the handler of the frame', async () => {
    const { clock, log, notices, view } = await open(history(1, 20), 20)
    void log.append([removed(first, 'socket')])
    await folded(clock)
    expect(view().status).toBe('unavailable')
    expect(notices).toEqual([])
  })
})
