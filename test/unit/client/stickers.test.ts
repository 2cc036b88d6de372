import { describe, expect, it } from 'vitest'
import { createStickerOperations } from '#client/stickers.ts'
import { addRecentEmoji } from '#domain/message/emoji.ts'
import { userId } from '#schemas/ids.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import {
  addSticker,
  deleteSticker,
  getEmote,
  getEmoteClass,
  getUserStickers,
} from '#schemas/wire/calls/stickers.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { openTwoTabs, rejectsBecause } from './two-tabs.ts'

const file = (size: number) => ({ name: 'a.png', type: 'image/png', size, content: new Uint8Array(4) })
const dayLength = 24 * 60 * 60_000

async function open() {
  const { one, other, stranger, clock, settle } = openTwoTabs()
  const storage = createMemoryDisk().storage()
  const withRows = async (tab: typeof one) => ({
    ...tab,
    log: { ...tab.log, ownRows: await storage.open(tab.userId) },
    ports: { ...tab.ports, report: { fault: () => undefined } },
  })
  for (const { caller } of [one, other, stranger]) {
    caller.reply(getEmoteClass, answers([{ ID: 0 }, { ID: 2, ImageUrl: '/stickers/cat.webp' }, { ID: 3 }]))
    caller.reply(
      getEmote,
      answers([
        { ID: 201, Url: '/stickers/cat.webp', ClassID: 2 },
        { ID: 1, Url: '/stickers/dog.webp', ClassID: 0 },
      ]),
    )
    caller.reply(
      getUserStickers,
      answers({ Stickers: [{ Id: 5, StickerUrl: '/files/messages/x.png' }], StickerLimit: 2 }),
    )
    caller.reply(uploadFile, answers({ FileUrl: '/files/messages/new.png' }))
    caller.reply(addSticker, answers({ Id: 6, StickerUrl: '/files/messages/kept.png' }))
    caller.reply(deleteSticker, answers(null))
  }
  const [stickers, others, strangers] = (await Promise.all([one, other, stranger].map(withRows))).map(
    createStickerOperations,
  )
  if (!stickers || !others || !strangers) throw new Error('A tab is missing')
  return { one, other, stranger, stickers, others, strangers, clock, settle, storage }
}

describe('stickers of the service', () => {
  it('are grouped by class, without class 0 [STICK-09 STICK-10 STICK-11]', async () => {
    const { one, stickers, settle } = await open()
    stickers.service.subscribe(() => undefined)
    await settle()
    expect(stickers.service.get()).toEqual({
      status: 'ready',
      value: [{ id: 2, stickers: [{ id: 201, path: '/stickers/cat.webp' }] }],
    })
    expect(one.caller.callsOf(getEmote)).toMatchObject([{ request: { cid: 0 } }])
  })

  it('are requested once in 30 days [STICK-15]', async () => {
    const { one, stickers, settle, clock } = await open()
    const look = async () => {
      const stop = stickers.service.subscribe(() => undefined)
      await settle()
      stop()
    }
    await look()
    await clock.advance(30 * dayLength - 1)
    await look()
    expect(one.caller.callsOf(getEmote)).toHaveLength(1)
    await clock.advance(1)
    await look()
    expect(one.caller.callsOf(getEmote)).toHaveLength(2)
  })
})

describe('stickers of one’s own', () => {
  it('are listed with their limit [STICK-07 STICK-12]', async () => {
    const { stickers, settle } = await open()
    stickers.own.subscribe(() => undefined)
    await settle()
    expect(stickers.own.get()).toMatchObject({ value: { stickers: [{ id: 5 }], limit: 2 } })
  })

  it.each([
    ['image', 307_201],
    ['image', 0],
    ['video', 10],
    ['file', 10],
  ] as const)('reject a %s of %i bytes before the upload [STICK-02]', async (kind, size) => {
    const { one, stickers } = await open()
    expect(await stickers.addFile(file(size), kind)).toMatchObject({
      rejection: { key: 'stickers.format-error' },
    })
    expect(one.caller.calls).toEqual([])
  })

  it('are uploaded without a conversation, then added, and all tabs reload [STICK-13]', async () => {
    const { one, other, stranger, stickers, others, strangers, settle } = await open()
    stickers.own.subscribe(() => undefined)
    others.own.subscribe(() => undefined)
    strangers.own.subscribe(() => undefined)
    await settle()
    expect(await stickers.addFile(file(307_200), 'image')).toMatchObject({ isOk: true })
    await settle()
    expect(one.caller.callsOf(uploadFile)).toMatchObject([{ request: { Type: 'image' } }])
    expect(one.caller.callsOf(addSticker)).toMatchObject([
      { request: { StickerUrl: '/files/messages/new.png' } },
    ])
    expect(one.caller.callsOf(getUserStickers)).toHaveLength(2)
    expect(other.caller.callsOf(getUserStickers)).toHaveLength(2)
    expect(stranger.caller.callsOf(getUserStickers)).toHaveLength(1)
  })

  it('reject a sticker above the known limit [STICK-03 STICK-04]', async () => {
    const { one, stickers, settle } = await open()
    const both = [5, 6].map((Id) => ({ Id, StickerUrl: `/files/messages/${Id}.png` }))
    one.caller.reply(getUserStickers, answers({ Stickers: both, StickerLimit: 2 }))
    stickers.own.subscribe(() => undefined)
    await settle()
    expect(await stickers.addFile(file(10), 'image')).toMatchObject({
      rejection: { key: 'stickers.max-limit-reached', values: { count: 2 } },
    })
    expect(one.caller.callsOf(uploadFile)).toEqual([])
  })

  it('are limited to 30 if the server sends no limit [STICK-03]', async () => {
    const { one, stickers, settle } = await open()
    const many = Array.from({ length: 30 }, (_, index) => ({
      Id: index + 1,
      StickerUrl: '/files/messages/x.png',
    }))
    one.caller.reply(getUserStickers, answers({ Stickers: many }))
    stickers.own.subscribe(() => undefined)
    await settle()
    expect(await stickers.addFile(file(10), 'image')).toMatchObject({ rejection: { values: { count: 30 } } })
  })

  it('report that adding failed unless the server names the rule [STICK-05]', async () => {
    const { one, stickers } = await open()
    one.caller.reply(addSticker, rejectsBecause('stickers.format-error'))
    expect(await stickers.addFrom('/files/messages/x.png')).toMatchObject({
      rejection: { key: 'stickers.format-error' },
    })
    one.caller.reply(addSticker, rejects(1, ''))
    expect(await stickers.addFrom('/files/messages/x.png')).toMatchObject({
      rejection: { key: 'stickers.add-failed' },
    })
    one.caller.reply(uploadFile, rejects(8, ''))
    expect(await stickers.addFile(file(10), 'image')).toMatchObject({
      rejection: { key: 'stickers.add-failed' },
    })
  })

  it('are deleted in one call [STICK-14]', async () => {
    const { one, stickers } = await open()
    expect(await stickers.remove([5, 6])).toMatchObject({ isOk: true })
    expect(one.caller.callsOf(deleteSticker)).toMatchObject([{ request: { StickerIds: [5, 6] } }])
    one.caller.reply(deleteSticker, rejects(1, 'No.'))
    expect(await stickers.remove([5])).toMatchObject({ isOk: false })
  })
})

describe('the choices of emoji', () => {
  it('are shared by the tabs of one account and deleted at its sign-out', async () => {
    const { one, stickers, others, strangers, storage, settle } = await open()
    await stickers.emojiChoices.change((before) => addRecentEmoji({ ...before, tone: 3 }, '🎉'))
    await others.emojiChoices.change((before) => addRecentEmoji(before, '[e01]'))
    expect(others.emojiChoices.get()).toEqual({ recent: ['[e01]', '🎉'], tone: 3 })
    strangers.emojiChoices.subscribe(() => undefined)
    await settle()
    expect(strangers.emojiChoices.get().recent).toEqual([])

    await storage.destroy(one.userId)
    const ownRows = await storage.open(userId(7))
    const { emojiChoices } = createStickerOperations({
      ...one,
      log: { ...one.log, ownRows },
      ports: { ...one.ports, report: { fault: () => undefined } },
    })
    emojiChoices.subscribe(() => undefined)
    await settle()
    expect(emojiChoices.get()).toEqual({ recent: [], tone: 0 })
  })
})
