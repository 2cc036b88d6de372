import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { prepareUpload } from '#streams/outbound/upload-attachment.ts'
import type { MediaPort } from '#streams/ports.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import { first, folded, openAccount } from '#test/unit/machines/account-fixture.ts'
import { settle } from '#test/unit/machines/simulated-clock.ts'

const picked: UploadFile = {
  ...{ name: 'holiday.mov', size: 9, type: 'video/quicktime', content: new Uint8Array(9) },
}
const small: UploadFile = {
  ...{ name: 'holiday.mp4', size: 4, type: 'video/mp4', content: new Uint8Array(4) },
}
const media: MediaPort = { transcode: async () => ({ isOk: true, value: { file: small } }) }

/** A video sent as picked. */
async function sending() {
  const account = await openAccount()
  const { clock, log } = account
  await log.files.put('picked', picked, clock.now())
  const { name, type: contentType, size } = picked
  const attachment = { fileKey: 'picked', name, contentType, size, preparation: { limit: 10 } }
  void log.dispatch({ type: 'SendAttachment', conversationId: first, kind: 'video', attachment })
  await folded(clock)
  const message = log.outbox.get().messages[0]
  if (!message) throw new Error('No message')
  const append = async (event: Pick<NewEvent, 'type' | 'data'>) => {
    // Each type has its own data.
    void log.append([{ ...event, stream: first, occurredAt: 1, origin: 'local' } as NewEvent])
    await folded(clock)
  }
  return { ...account, append, message }
}

/** A video sent as picked, whose transcoded file is being stored. */
async function storing() {
  const account = await sending()
  const { clock, log, message } = account
  const told: NewEvent['type'][] = []
  log.appended$.subscribe((events) => told.push(...events.map(({ type }) => type)))
  const over = new AbortController()
  let store: () => void = () => {}
  const failure: { append?: Error } = {}
  const slow: AccountLog = {
    ...log,
    append: (events) => (failure.append ? Promise.reject(failure.append) : log.append(events)),
    files: {
      ...log.files,
      async put(key, file, storedAt) {
        await new Promise<void>((resolve) => (store = resolve))
        return log.files.put(key, file, storedAt)
      },
    },
  }
  const options = { signal: over.signal, onProgress: () => {} }
  const outcome = prepareUpload({ ...account, log: slow, media }, message, options)
  const ended = outcome.then(
    (result) => result,
    (cause: unknown) => cause,
  )
  await settle()
  return {
    ...account,
    failure,
    over,
    told,
    keys: async () => (await log.files.list()).map(({ key }) => key),
    /** Completes the storing of the file. Returns the results. */
    async finish() {
      store()
      await settle()
      await folded(clock)
      await settle()
      return ended
    },
  }
}

describe('a transcoded file, while it is being stored', () => {
  it('is removed without an event when its message is discarded', async () => {
    const { append, finish, keys, message, over, told } = await storing()
    await append({ type: 'MessageDiscarded', data: { clientId: message.clientId } })
    over.abort()
    expect(await finish()).toBe(over.signal.reason)
    expect(await keys()).toEqual(['picked'])
    expect(told).not.toContain('MessagePrepared')
  })

  it('is removed when its conversation is removed, although the work was not aborted yet', async () => {
    const { append, finish, keys, told } = await storing()
    await append({ type: 'ConversationRemoved', data: {} })
    expect(await finish()).toMatchObject({ isOk: false })
    expect(await keys()).toEqual(['picked'])
    expect(told).not.toContain('MessagePrepared')
  })

  it('is removed when another tab takes the leadership', async () => {
    const { finish, keys, over, told } = await storing()
    over.abort()
    await finish()
    expect(await keys()).toEqual(['picked'])
    expect(told).not.toContain('MessagePrepared')
  })

  it('is replaced by the file that another tab made first (DEC-167)', async () => {
    const { append, finish, keys, message } = await storing()
    const attachment = { fileKey: 'theirs', name: small.name, contentType: small.type, size: 4 }
    await append({ type: 'MessagePrepared', data: { clientId: message.clientId, attachment } })
    expect(await finish()).toMatchObject({ isOk: true, value: { attachment } })
    expect(await keys()).toEqual(['picked'])
  })

  it('is removed when the log does not record it, and the message keeps the picked file', async () => {
    const { failure, finish, keys, log } = await storing()
    failure.append = new StorageError('unknown')
    expect(await finish()).toBe(failure.append)
    expect(await keys()).toEqual(['picked'])
    expect(log.outbox.get().messages).toMatchObject([{ attachment: { fileKey: 'picked' } }])
  })

  it('stays once the log names it, also without a pending upload', async () => {
    const { finish, keys, log, over, told } = await storing()
    log.appended$.subscribe(() => over.abort())
    expect(await finish()).toBe(over.signal.reason)
    expect(told).toEqual(['MessagePrepared'])
    const fileKey = log.outbox.get().messages[0]?.attachment?.fileKey
    expect(await keys()).toEqual(['picked', fileKey])
  })
})

describe('a picked file that is gone', () => {
  const unprepared = { signal: new AbortController().signal, onProgress: () => {} }

  it('gives way to the transcoded one of a tab that led before, which this tab has not read yet (DEC-167)', async () => {
    const { append, message, ...account } = await sending()
    const attachment = { fileKey: 'theirs', name: small.name, contentType: small.type, size: 4 }
    await account.log.files.remove('picked')
    const log: AccountLog = {
      ...account.log,
      catchUp: () => append({ type: 'MessagePrepared', data: { clientId: message.clientId, attachment } }),
    }
    const outcome = await prepareUpload({ ...account, log, media }, message, unprepared)
    expect(outcome).toMatchObject({ isOk: true, value: { attachment } })
  })

  it('makes the upload fail if no tab has transcoded it', async () => {
    const { message, ...account } = await sending()
    await account.log.files.remove('picked')
    const outcome = await prepareUpload({ ...account, media }, message, unprepared)
    expect(outcome).toMatchObject({ isOk: false, rejection: { key: 'upload.failed' } })
  })
})
