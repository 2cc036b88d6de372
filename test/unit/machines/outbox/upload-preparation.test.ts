import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import type { Rejection } from '#domain/commands/command.ts'
import type { MessageServices } from '#machines/message/message-machine.ts'
import type { UploadProgress } from '#machines/message/upload-message-file.ts'
import { createOutboxMachine } from '#machines/outbox/outbox-machine.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import { startLocalFileCleaning } from '#streams/outbound/local-file-cleaning.ts'
import type { MediaPort } from '#streams/ports.ts'
import { createWritable } from '#streams/readable.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import { first, folded, openAccount, self } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { settle } from '../simulated-clock.ts'

const address = '/files/messages/0123456789abcdef0123456789abcdef01234567.mp4'
const fileOf = (name: string, size: number): UploadFile => ({
  ...{ name, size, type: 'video/mp4', content: new Uint8Array(size) },
})
const picked = fileOf('holiday.mov', 9)
const small = fileOf('holiday.mp4', 4)

const { name, type: contentType, size } = picked
const facts = { fileKey: 'picked', name, contentType, size, preparation: { limit: 10 } }

/** Transcodes immediately. */
const shrinking: MediaPort['transcode'] = async (_file, _kind, { onProgress }) => {
  onProgress(0.5)
  return { isOk: true, value: { file: small, width: 1280, height: 720, seconds: 7, isCompressed: true } }
}
/** Takes as long as the test, or until it is aborted. */
const endless: MediaPort['transcode'] = (_file, _kind, { onProgress, signal }) => {
  onProgress(0.5)
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** The uploads machine with a real log that has a video as picked. */
async function start(transcode: MediaPort['transcode'] | undefined) {
  const account = await openAccount()
  const { log, clock, caller, link, random, serverTime, environment, report } = account
  caller.reply(uploadFile, answers({ FileUrl: address }))
  const told: Rejection[] = []
  const progress = createWritable<UploadProgress>(new Map())
  const servicesWith = (media: MediaPort | undefined): MessageServices => ({
    ...{ log, clock, random, report, progress, media },
    visibility: environment,
    sending: { userId: self, link, caller, serverTime },
    rejected: (_, { rejection }) => rejection && told.push(rejection),
  })
  const startActor = (make: MediaPort['transcode'] | undefined) =>
    createActor(createOutboxMachine(servicesWith(make && { transcode: make })), {
      clock,
    }).start()
  const wait = async () => {
    for (let turn = 0; turn < 4; turn++) {
      await settle()
      await folded(clock)
    }
  }
  await log.files.put('picked', picked, clock.now())
  void log.dispatch({ type: 'SendAttachment', conversationId: first, kind: 'video', attachment: facts })
  await wait()
  const stopCleaning = startLocalFileCleaning(account)
  const actor = startActor(transcode)
  await wait()
  const uploaded = () => caller.callsOf(uploadFile).map(({ options }) => options.file?.content)
  const keys = async () => (await log.files.list()).map(({ key }) => key)
  const message = () => log.outbox.get().messages[0]
  return { ...account, actor, keys, message, progress, startActor, stopCleaning, told, uploaded, wait }
}

describe('a file that was sent before it was transcoded', () => {
  it('is transcoded and stored before its upload, and the original is deleted [LIFE-02 MEDIA-33]', async () => {
    const given = await start(shrinking)
    expect(given.uploaded()).toEqual([small.content])
    expect(given.message()).toMatchObject({
      state: 'pending',
      body: `${address}?w=1280&h=720&t=7`,
      attachment: { name: 'holiday.mp4', size: 4, width: 1280, height: 720, seconds: 7, isCompressed: true },
    })
    expect(given.message()?.attachment).not.toHaveProperty('preparation')
    expect(await given.keys()).toEqual([given.message()?.attachment?.fileKey])
    given.stopCleaning()
  })

  it('is transcoded again after a reload during transcoding', async () => {
    const given = await start(endless)
    expect(given.uploaded()).toEqual([])
    expect([...given.progress.get().values()]).toEqual([0.25])
    given.actor.stop()
    expect(await given.keys()).toEqual(['picked'])
    given.startActor(shrinking)
    await given.wait()
    expect(given.uploaded()).toEqual([small.content])
    given.stopCleaning()
  })

  it('waits while the storage cannot be read', async () => {
    const given = await start(undefined)
    given.actor.stop()
    const read = vi.spyOn(given.log.files, 'read').mockRejectedValue(new StorageError('unknown'))
    void given.log.dispatch({
      type: 'SendAttachment',
      conversationId: first,
      kind: 'video',
      attachment: facts,
    })
    given.startActor(shrinking)
    await given.wait()
    expect(given.log.outbox.get().messages[1]).toMatchObject({ state: 'pending', body: '' })
    read.mockRestore()
    await given.clock.advance(2000)
    await given.wait()
    expect(given.log.outbox.get().messages[1]).toMatchObject({
      state: 'pending',
      body: `${address}?w=1280&h=720&t=7`,
    })
    expect(given.told).toEqual([])
    given.stopCleaning()
  })

  it('is uploaded again with the same bytes after transcoding (DEC-167)', async () => {
    const given = await start(shrinking)
    const made: string[] = []
    given.actor.stop()
    const [clientId, conversationId] = [given.message()?.clientId, first]
    if (!clientId) throw new Error('No message')
    const failed = { clientId, attempt: 1, code: 5, reason: '' }
    const common = { stream: first, occurredAt: 1, origin: 'local' } as const
    void given.log.append([{ ...common, type: 'MessageFailed', data: failed }])
    await given.wait()
    void given.log.dispatch({ type: 'RetryMessage', conversationId, clientId })
    await given.wait()
    given.startActor(async () => {
      made.push('again')
      return { isOk: true, value: { file: picked } }
    })
    await given.wait()
    expect(made).toEqual([])
    expect(given.uploaded()).toEqual([small.content, small.content])
    given.stopCleaning()
  })

  it('fails with a text of the client if it is too large after transcoding [MEDIA-26]', async () => {
    const rejection = { key: 'errors.file-size-limit', values: { limit: '10 MB' } }
    const given = await start(async () => ({ isOk: false, rejection }))
    expect(given.uploaded()).toEqual([])
    expect(given.message()).toMatchObject({ state: 'failed', body: '' })
    expect(given.told).toMatchObject([rejection])
    expect(await given.keys()).toEqual(['picked'])
    given.stopCleaning()
  })

  it('is uploaded unchanged where transcoding is not available', async () => {
    const given = await start(undefined)
    expect(given.uploaded()).toEqual([picked.content])
    expect(await given.keys()).toEqual(['picked'])
    expect(given.message()?.attachment).toEqual({
      ...{ fileKey: 'picked', name: 'holiday.mov', contentType: 'video/mp4', size: 9 },
    })
    given.stopCleaning()
  })

  it('stops being transcoded when its message is discarded', async () => {
    const given = await start(endless)
    const clientId = given.message()?.clientId
    if (!clientId) throw new Error('No message')
    void given.log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId })
    await given.wait()
    expect(given.progress.get().size).toBe(0)
    expect(await given.keys()).toEqual([])
    expect(given.told).toEqual([])
    given.stopCleaning()
  })
})
