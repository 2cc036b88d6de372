import { describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { serverId } from '#schemas/ids.ts'
import { getChatData } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { confirmed, first, folded, received } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { serveHistory, wireMessage } from '../server-history.ts'
import { message, openFar, timed, upTo } from './detached-window-fixture.ts'
import { history } from './timeline-fixture.ts'

describe('a message far back [ROUTE-26]', () => {
  it('is fetched with a page on either side, without the messages in between', async () => {
    const { handle, detachedWindow, log, requests, settle, view } = await openFar()
    handle.seek(message(100))
    expect(view().seeking).toEqual({ target: message(100), status: 'under-way' })
    expect(detachedWindow()).toMatchObject({ from: 951, hasNewer: false })
    await settle()
    expect(requests()).toMatchObject([
      { Status: 2, UnReadMaxID: 1000 },
      { Status: 1, FromID: 999 },
    ])
    expect(detachedWindow()).toEqual({ from: 50, to: 149, hasNewer: true, count: 100 })
    expect(view()).toMatchObject({ hasOlder: true, seeking: { status: 'found' } })
    expect(log.syncState(first)?.contiguousRanges).toEqual([
      { from: 50, to: 149, isDetached: true },
      { from: 951, to: 1000 },
    ])
  })

  it('that is stored is read from storage only, in one range with the newest messages or in another', async () => {
    const { detachedWindow, requests, seek } = await openFar([...history(1, 300), ...history(600, 1000)])
    await seek(message(650))
    expect(detachedWindow()).toMatchObject({ to: 1000, hasNewer: false })
    await seek(message(120))
    expect(detachedWindow()).toEqual({ from: 20, to: 220, hasNewer: true, count: 201 })
    expect(requests()).toEqual([])
  })

  it('that is unknown, deleted or cleared is not found, and the shown messages stay', async () => {
    const { detachedWindow, log, seek, settle, view } = await openFar()
    await seek({ kind: 'message', serverId: serverId(1005) })
    expect(view().seeking?.status).toBe('gone')
    const serverIds = [serverId(2000)]
    void log.append([
      { stream: first, type: 'MessagesDeleted', data: { serverIds }, occurredAt: 1, origin: 'http' },
    ])
    await settle()
    await seek(message(200))
    expect(view().seeking?.status).toBe('gone')
    const cleared = { through: serverId(1000), sequence: 100, activeAt: 1 }
    void log.append([
      { stream: first, type: 'ConversationCleared', data: cleared, occurredAt: 1, origin: 'local' },
    ])
    await settle()
    await seek(message(90))
    expect(view().seeking?.status).toBe('gone')
    expect(detachedWindow()).toMatchObject({ from: 951, to: 1000, hasNewer: false })
  })

  it('is reported as failed if it cannot be fetched, and searched again on request', async () => {
    const { caller, detachedWindow, seek, view } = await openFar()
    caller.reply(getChatData, failureOf('network'))
    await seek(message(100))
    expect(view()).toMatchObject({ status: 'ready', seeking: { status: 'failed' }, hasNewer: false })
    serveHistory(caller, new Map([[first, 1000]]))
    await seek(message(100))
    expect(detachedWindow()).toMatchObject({ from: 50, to: 149 })
  })

  it('is not shown after its search was cancelled or replaced', async () => {
    const { handle, detachedWindow, settle, view } = await openFar()
    handle.seek(message(100))
    handle.stopSeeking()
    await settle()
    expect(view().seeking).toBeUndefined()
    expect(detachedWindow()).toMatchObject({ from: 951, hasNewer: false })
    handle.seek(message(100))
    handle.seek(message(500))
    await settle()
    expect(detachedWindow()).toMatchObject({ from: 450, to: 549 })
  })

  it('closes the conversation if the server reports it as unavailable', async () => {
    const { caller, notices, seek, view } = await openFar()
    caller.reply(getChatData, { isOk: true, code: 11, message: 'No longer in it', data: null })
    await seek(message(100))
    expect(view()).toMatchObject({ status: 'unavailable', messages: [] })
    expect(notices).toEqual([{ kind: 'warning', text: 'No longer in it' }])
    await seek(message(200))
    expect(view().status).toBe('unavailable')
  })

  it('is searched page by page without sequence numbers, which would reveal gaps', async () => {
    const unnumbered = upTo(951, 1000).map((n) => received(first, confirmed(n, { sequence: undefined })))
    const { caller, seek, view } = await openFar(unnumbered)
    const page = (before: number) =>
      upTo(before - 50, before - 1).map((n) => ({ ...wireMessage(n), SeqID: null }))
    caller.reply(getChatData, ({ UnReadMaxID = 0 }) => answers(page(UnReadMaxID / 10)))
    await seek(message(880))
    expect(view().seeking?.status).toBe('found')
    expect(view().messages[0]?.serverId).toBe(8510)
  })
})

describe('a day far back', () => {
  it('is found by interpolation search, and fetched with a page on either side', async () => {
    const { detachedWindow, requests, seek, view } = await openFar(timed(951, 1000))
    await seek({ kind: 'moment', at: 400 * 1_000_000_000_000 - 5 })
    expect(view().seeking?.status).toBe('found')
    expect(detachedWindow()).toEqual({ from: 350, to: 449, hasNewer: true, count: 100 })
    expect(requests().length).toBeLessThanOrEqual(5)
  })

  it('within the stored messages is read from storage only', async () => {
    const { detachedWindow, requests, seek } = await openFar([...timed(1, 300), ...timed(951, 1000)])
    await seek({ kind: 'moment', at: 120 * 1_000_000_000_000 })
    expect(detachedWindow()).toEqual({ from: 20, to: 220, hasNewer: true, count: 201 })
    expect(requests()).toEqual([])
  })

  it('after the newest message shows the newest messages, also from a detached window', async () => {
    const { detachedWindow, seek } = await openFar(timed(951, 1000))
    await seek(message(100))
    await seek({ kind: 'moment', at: 2000 * 1_000_000_000_000 })
    expect(detachedWindow()).toMatchObject({ from: 951, to: 1000, hasNewer: false })
  })
})

describe('the first unread message far back [VIEW-10]', () => {
  it('is shown with the messages before it', async () => {
    const { detachedWindow, requests, seek } = await openFar()
    await seek({ kind: 'unread', mark: serverId(3000) })
    expect(requests()).toMatchObject([{ UnReadMaxID: 3001 }, { FromID: 3000 }])
    expect(detachedWindow()).toMatchObject({ from: 251, to: 350, hasNewer: true })
  })

  it('is the first message of a conversation in which nothing was read', async () => {
    const { detachedWindow, requests, seek, view } = await openFar()
    await seek({ kind: 'unread', mark: serverId(0) })
    expect(detachedWindow()).toMatchObject({ from: 1, to: 50 })
    expect(view().hasOlder).toBe(false)
    expect(requests()).toHaveLength(2)
  })
})

describe('a detached window', () => {
  it('is not restored when the conversation is opened again', async () => {
    const { clock, handle, seek, ...account } = await openFar()
    await seek(message(100))
    handle.close()
    const services = { ...account, clock, notify: () => undefined }
    const again = openTimelineHandle({ conversationId: first, services }, clock, undefined)
    await folded(clock)
    expect(again.view.get()).toMatchObject({ hasNewer: false, messages: { length: 50 } })
  })
})
