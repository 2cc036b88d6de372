import { describe, expect, it } from 'vitest'
import { createMessageSearch } from '#client/message-search.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { maxHits } from '#domain/message/find-messages.ts'
import { hitsOf } from '#domain/search/message-hits.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { HitPage } from '#streams/api/search.ts'
import { createWritable } from '#streams/readable.ts'
import { unchangingLookup } from '#test/gallery/fixtures/lookups.ts'
import { confirmed, first, listed, openAccount, received } from '../machines/account-fixture.ts'

const says = (sequence: number, body: string, changes: Partial<ConfirmedMessage> = {}) =>
  received(first, confirmed(sequence, { body, ...changes }))

const online = createWritable<ConnectionView>({ status: 'connected' })
/** A server that does not answer. */
const silentServer = () => unchangingLookup<HitPage>({ status: 'loading' })

async function openSearched(events: readonly NewEvent[]) {
  const account = await openAccount(events)
  return { ...account, connection: online, ports: { clock: account.clock } }
}

async function search(keyword: string, events: readonly NewEvent[]) {
  const account = await openSearched([listed(first), ...events])
  const view = createMessageSearch(account, silentServer)({ keyword, filter: {}, conversation: first })
  const seen: string[] = []
  const stop = view.subscribe(() => seen.push(view.get().device))
  const settled = async () => {
    for (let turn = 0; turn < 40; turn += 1) await account.clock.advance(16)
  }
  await settled()
  return {
    ...account,
    view,
    seen,
    settled,
    stop,
    sequences: () => hitsOf(view.get()).map((hit) => hit.serverId / 10),
  }
}

describe('a search in a conversation', () => {
  it('returns hits, newest first [VIEW-45]', async () => {
    const { sequences, view } = await search('train', [
      says(1, 'The train is late'),
      says(2, 'Which one?'),
      says(3, 'the TRAIN to Malmö'),
    ])
    expect(sequences()).toEqual([3, 1])
    expect(view.get()).toMatchObject({ device: 'done', isPartial: false })
  })

  it.each([
    { title: 'without accents', keyword: 'ca phe', body: 'Cà phê không?' },
    { title: 'in Chinese', keyword: '周五', body: '那我们周五见' },
    { title: 'across a line break', keyword: 'late again', body: 'It is late\nagain' },
    { title: 'trimmed', keyword: '  late ', body: 'It is late' },
    { title: 'of one character', keyword: '见', body: '再见' },
  ])('finds a keyword $title [VIEW-47]', async ({ keyword, body }) => {
    expect((await search(keyword, [says(1, body), says(2, 'other words')])).sequences()).toEqual([1])
  })

  it('finds files by their names and not by their URLs', async () => {
    const body = `/files/messages/${'ab'.repeat(20)}.pdf|Annual report.pdf`
    const file = { type: 'file', body } as const
    expect((await search('report', [received(first, confirmed(1, file))])).sequences()).toEqual([1])
    expect((await search('abab', [received(first, confirmed(1, file))])).sequences()).toEqual([])
  })

  it.each(['', '   '])('has no hits for "%s" and does not read the storage [VIEW-47]', async (keyword) => {
    const { view, seen } = await search(keyword, [says(1, 'words')])
    expect(view.get()).toMatchObject({ device: 'done', groups: [] })
    expect(seen).toEqual([])
  })

  it('is searching until it has read everything [VIEW-46]', async () => {
    const { seen, view } = await search('nothing like it', [says(1, 'words')])
    expect(view.get()).toMatchObject({ device: 'done', groups: [] })
    expect(seen.at(-1)).toBe('done')
    expect(seen.slice(0, -1).every((status) => status === 'searching')).toBe(true)
  })

  it('reads long conversations to their start, also beyond a gap', async () => {
    const lines = Array.from({ length: 1300 }, (_, index) => index + 1)
      .filter((sequence) => sequence < 400 || sequence > 410)
      .map((sequence) => says(sequence, sequence % 300 === 0 ? 'needle' : 'hay'))
    const { sequences, view } = await search('needle', lines)
    expect(sequences()).toEqual([1200, 900, 600, 300])
    expect(view.get()).toMatchObject({ device: 'done', isPartial: true })
  })

  it('reports that older messages are not on this device', async () => {
    const { view } = await search('words', [says(51, 'words')])
    expect(view.get()).toMatchObject({ device: 'done', isPartial: true })
  })

  it('returns each message once, also one without a sequence number', async () => {
    const lines = Array.from({ length: 1100 }, (_, index) => says(index + 1, 'hay'))
    const placeless = (id: number) =>
      received(first, {
        ...confirmed(1, { serverId: serverId(id), body: 'needle' }),
        sequence: undefined,
      })
    const { view } = await search('needle', [...lines, placeless(10_955), placeless(55)])
    expect(hitsOf(view.get()).map((hit) => hit.serverId)).toEqual([10_955, 55])
  })

  it('stops at the maximum number of hits', async () => {
    const lines = Array.from({ length: maxHits + 20 }, (_, index) => says(index + 1, 'words'))
    const { view } = await search('words', lines)
    expect(view.get()).toMatchObject({ device: 'done', groups: [{ hasMore: true }] })
    expect(hitsOf(view.get())).toHaveLength(maxHits)
    expect(hitsOf(view.get())[0]?.serverId).toBe((maxHits + 20) * 10)
  })

  it('finds neither disappearing nor deleted messages (DEC-164)', async () => {
    const { sequences } = await search('words', [
      says(1, 'words', { timerSeconds: 30 }),
      says(2, 'words'),
      says(3, 'words'),
      {
        stream: first,
        type: 'MessagesDeleted',
        data: { serverIds: [serverId(20)] },
        occurredAt: 1,
        origin: 'http',
      },
    ])
    expect(sequences()).toEqual([3])
  })

  it('removes hits that are deleted, hidden or cleared meanwhile', async () => {
    const lines = [1, 2, 3, 4].map((sequence) => says(sequence, 'words'))
    const { log, sequences, settled } = await search('words', lines)
    expect(sequences()).toEqual([4, 3, 2, 1])
    const at = { stream: first, occurredAt: 1, origin: 'http' } as const
    void log.append([{ ...at, type: 'MessagesDeleted', data: { serverIds: [serverId(30)] } }])
    await settled()
    expect(sequences()).toEqual([4, 2, 1])
    void log.append([{ ...at, type: 'MessagesHidden', data: { serverIds: [serverId(20)], until: 9e9 } }])
    await settled()
    expect(sequences()).toEqual([4, 1])
    void log.append([
      { ...at, type: 'ConversationCleared', data: { through: serverId(10), sequence: 1, activeAt: 1 } },
    ])
    await settled()
    expect(sequences()).toEqual([4])
  })

  it('fails if the storage fails, and searches again for a new subscriber', async () => {
    const account = await openSearched([listed(first), says(1, 'words')])
    account.disk.isFailing = true
    const view = createMessageSearch(
      account,
      silentServer,
    )({ keyword: 'words', filter: {}, conversation: first })
    const stop = view.subscribe(() => undefined)
    for (let turn = 0; turn < 40; turn += 1) await account.clock.advance(16)
    expect(view.get().device).toBe('failed')
    stop()
    account.disk.isFailing = false
    view.subscribe(() => undefined)
    for (let turn = 0; turn < 40; turn += 1) await account.clock.advance(16)
    expect(view.get()).toMatchObject({ device: 'done', groups: [{ hits: [{ serverId: 10 }] }] })
  })
})
