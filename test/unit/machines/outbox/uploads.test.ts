import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { MessageServices } from '#machines/message/message-machine.ts'
import type { UploadProgress } from '#machines/message/upload-message-file.ts'
import { createOutboxMachine } from '#machines/outbox/outbox-machine.ts'
import type { Attachment } from '#schemas/log/message.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { sendChat } from '#schemas/wire/calls/conversations.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { startLocalFileCleaning } from '#streams/outbound/local-file-cleaning.ts'
import { createWritable } from '#streams/readable.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import { first, folded, openAccount, self } from '../account-fixture.ts'
import { answers, rejects } from '../fake-caller.ts'
import { settle } from '../simulated-clock.ts'

const address = '/files/messages/0123456789abcdef0123456789abcdef01234567.png'
const file = { name: 'holiday.png', type: 'image/png', size: 3, content: new Uint8Array([1, 2, 3]) }

/** The uploads machine with a real log. */
async function start() {
  const account = await openAccount()
  const { log, clock, caller, link, random, serverTime, environment, report } = account
  const told: string[] = []
  const progress = createWritable<UploadProgress>(new Map())
  const services: MessageServices = {
    ...{ log, clock, random, report, progress },
    visibility: environment,
    sending: { userId: self, link, caller, serverTime },
    rejected: (_, { text }) => told.push(text),
  }
  const startActor = () => createActor(createOutboxMachine(services), { clock }).start()
  const add = async (fileKey: string, kind: AttachmentKind = 'image', more: Partial<Attachment> = {}) => {
    await log.files.put(fileKey, file, clock.now())
    const known = { width: 640, height: 480, ...more }
    const attachment = { fileKey, name: file.name, contentType: file.type, size: 3, ...known }
    const outcome = log.dispatch({ type: 'SendAttachment', conversationId: first, kind, attachment })
    await folded(clock)
    await settle()
    return outcome
  }
  const messages = () => log.outbox.get().messages
  return { ...account, told, progress, startActor, add, messages }
}

const settleAll = async ({ clock }: { clock: { advance(time: number): Promise<void> } }) => {
  for (let turn = 0; turn < 5; turn++) await settle()
  await clock.advance(16)
  for (let turn = 0; turn < 5; turn++) await settle()
}

describe('uploads', () => {
  it('set the message body to the file’s address and size [LIFE-02 MEDIA-33]', async () => {
    const given = await start()
    given.caller.reply(uploadFile, answers({ FileUrl: address }))
    given.startActor()
    expect(await given.add('one')).toMatchObject({ isOk: true })
    await settleAll(given)
    expect(given.messages()).toMatchObject([
      { type: 'pic', state: 'pending', body: `${address}?w=640&h=480` },
    ])
    expect(given.caller.callsOf(uploadFile)).toMatchObject([
      {
        request: { ChatSessionID: 1, ClientMsgId: given.messages()[0]?.clientId },
        options: { file: { name: 'holiday.png', content: file.content } },
      },
    ])
    expect(given.told).toEqual([])
  })

  it.each([
    ['video', 'video', { seconds: 2.4, isCompressed: true }, `${address}?w=640&h=480&t=2`, '1'],
    ['audio', 'audio', { width: undefined, seconds: 3 }, `${address}?t=3|3`, undefined],
    ['file', 'file', { seconds: 3 }, `${address}|holiday.png`, undefined],
  ] as const)(
    'of kind %s name their kind and create a message of type %s [MEDIA-33 MSG-08 MSG-09]',
    async (kind, type, more, body, Compress) => {
      const given = await start()
      const item = { url: address, size: file.size, name: file.name, type: kind, compress: 0 as const }
      given.caller.reply(uploadFile, answers({ FileUrl: address, Item: item }))
      given.startActor()
      await given.add('one', kind, more)
      await settleAll(given)
      expect(given.messages()).toMatchObject([{ type, state: 'pending', body }])
      const [call] = given.caller.callsOf(uploadFile)
      expect(call?.request).toEqual({
        ...{ ChatSessionID: 1, Type: kind, ClientMsgId: given.messages()[0]?.clientId },
        ...(Compress ? { Compress } : {}),
      })
    },
  )

  it('that were cut off fail', async () => {
    const given = await start()
    const item = { url: address, size: 2, name: file.name, type: 'image' as const, compress: 0 as const }
    given.caller.reply(uploadFile, answers({ FileUrl: address, Item: item }))
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'failed', body: '' }])
  })

  it('wait while the storage cannot be read, so that later parts do not overtake them (DEC-108)', async () => {
    const given = await start()
    given.caller.reply(uploadFile, answers({ FileUrl: address }))
    const read = vi.spyOn(given.log.files, 'read').mockRejectedValue(new StorageError('unknown'))
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'pending', body: '' }])
    expect(given.told).toEqual([])
    read.mockRestore()
    await given.clock.advance(2000)
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'pending', body: `${address}?w=640&h=480` }])
  })

  it('of a file that is gone fail', async () => {
    const given = await start()
    vi.spyOn(given.log.files, 'read').mockResolvedValue(undefined)
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'failed', body: '' }])
  })

  it('are forgotten with their message', async () => {
    const given = await start()
    given.caller.reply(uploadFile, answers({ FileUrl: address }))
    const actor = given.startActor()
    await given.add('one')
    await settleAll(given)
    const clientId = given.messages()[0]?.clientId
    if (clientId === undefined) throw new Error('nothing was uploaded')
    const discarding = given.log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId })
    await folded(given.clock)
    await discarding
    given.caller.reply(sendChat, failureOf('network'))
    await given.clock.advance(4000)
    expect(actor.getSnapshot().context.messageActors).toEqual([])
  })

  it('restart after a reload', async () => {
    const given = await start()
    given.caller.reply(uploadFile, () => new Promise(() => {}))
    const before = given.startActor()
    await given.add('one')
    expect([...given.progress.get().values()]).toEqual([0])
    before.stop()
    expect(given.progress.get().size).toBe(0)
    given.caller.reply(uploadFile, answers({ FileUrl: address }))
    given.startActor()
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ body: `${address}?w=640&h=480` }])
  })

  it('that the server rejects fail the message, and restart on Retry', async () => {
    const given = await start()
    given.caller.reply(uploadFile, rejects(4, 'This file is not a picture.'))
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'failed', body: '' }])
    expect(given.told).toEqual(['This file is not a picture.'])
    given.caller.reply(uploadFile, answers({ FileUrl: address }))
    const [message] = given.messages()
    if (!message) throw new Error('No message')
    void given.log.dispatch({ type: 'RetryMessage', conversationId: first, clientId: message.clientId })
    await settleAll(given)
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'pending', body: `${address}?w=640&h=480`, attempt: 2 }])
  })

  it('over a rate limit continue after a short wait; a long one fails the message with the server’s text', async () => {
    const given = await start()
    given.caller.reply(uploadFile, rejects(resultCode.limited, 'Try again in 2 s.', 2_000))
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'pending', body: '' }])
    given.caller.reply(uploadFile, rejects(resultCode.limited, 'Try again in 8 min.', 480_000))
    await given.clock.advance(3_000)
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'failed', body: '' }])
    expect(given.told).toEqual(['Try again in 8 min.'])
  })

  it('without a response fail with a text of the client while online, and wait while offline [MEDIA-35]', async () => {
    const given = await start()
    given.caller.reply(uploadFile, failureOf('network'))
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'failed' }])
    expect(given.told).toEqual([''])

    const other = await start()
    other.caller.reply(uploadFile, () => {
      other.environment.set({ isOnline: false })
      return failureOf('network')
    })
    other.startActor()
    await other.add('one')
    await settleAll(other)
    expect(other.messages()).toMatchObject([{ state: 'pending' }])
    other.caller.reply(uploadFile, answers({ FileUrl: address }))
    other.environment.set({ isOnline: true })
    await settleAll(other)
    expect(other.messages()).toMatchObject([{ state: 'pending', body: `${address}?w=640&h=480` }])
  })

  it('of a message that the server already has remove its entry and file [LIFE-15]', async () => {
    const given = await start()
    given.caller.reply(uploadFile, rejects(resultCode.messageRejected, 'It was sent already.'))
    given.startActor()
    const stop = startLocalFileCleaning(given)
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toEqual([])
    expect(given.told).toEqual(['It was sent already.'])
    expect(await given.log.files.list()).toEqual([])
    stop()
  })

  it('that return an address of another server fail [MEDIA-19]', async () => {
    const given = await start()
    given.caller.reply(uploadFile, answers({ FileUrl: 'https://elsewhere.example/x.png' }))
    given.startActor()
    await given.add('one')
    await settleAll(given)
    expect(given.messages()).toMatchObject([{ state: 'failed', body: '' }])
  })

  it('stop when their message is discarded, and its file is deleted', async () => {
    const given = await start()
    given.caller.reply(uploadFile, () => new Promise(() => {}))
    given.startActor()
    const stop = startLocalFileCleaning(given)
    await given.add('one')
    const [call] = given.caller.callsOf(uploadFile)
    const [message] = given.messages()
    if (!message) throw new Error('No message')
    void given.log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId: message.clientId })
    await settleAll(given)
    expect(call?.options.signal?.aborted).toBe(true)
    expect(given.messages()).toEqual([])
    expect(await given.log.files.read('one')).toBeUndefined()
    stop()
  })

  it('delete files whose message a crash has lost', async () => {
    const given = await start()
    await given.log.files.put('old', file, given.clock.now())
    await given.clock.advance(60_001)
    await given.log.files.put('new', file, given.clock.now())
    startLocalFileCleaning(given)
    await settleAll(given)
    expect((await given.log.files.list()).map(({ key }) => key)).toEqual(['new'])
  })
})
