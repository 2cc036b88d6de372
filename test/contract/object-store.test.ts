import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SettingsError } from '#server/hosts/node/settings.ts'
import { checkResponses } from './checked-host.ts'
import type { ContractHost } from './contract-host.ts'
import { filePeople } from './file-people.ts'
import { type LocalObjectStore, openLocalObjectStore } from './local-object-store.ts'
import { openNodeHost } from './node-host.ts'
import { connect, dataOrThrow, meet, newClientId } from './people.ts'
import { png } from './sample-media.ts'
import { describeAccountDeletion } from './suite/account-deletion.ts'
import { describeCollections } from './suite/collections.ts'
import { describeDisappearingMessages } from './suite/disappearing-messages.ts'
import { describeFileKinds } from './suite/file-kinds.ts'
import { describeFiles } from './suite/files.ts'
import { describeForwardedFiles } from './suite/forwarded-files.ts'
import { describeProfile } from './suite/profile.ts'
import { describeReports } from './suite/reports.ts'
import { describeStickers } from './suite/stickers.ts'

let objectStore: LocalObjectStore
let opened: ContractHost | undefined
const host = (): ContractHost => {
  if (!opened) throw new Error('The host is not open')
  return opened
}
const settings = () => ({
  FILES_URL: 's3://chat/files',
  AWS_ENDPOINT_URL_S3: objectStore.endpoint,
  AWS_REGION: objectStore.location.region,
  AWS_ACCESS_KEY_ID: objectStore.location.accessKeyId,
  AWS_SECRET_ACCESS_KEY: objectStore.location.secretAccessKey,
})
beforeAll(async () => {
  objectStore = await openLocalObjectStore()
  opened = checkResponses(await openNodeHost(settings()))
}, 120_000)
afterAll(async () => {
  await opened?.close()
  await objectStore.close()
})

// The parts of the contract that store, serve or remove files.
describeProfile(host)
describeAccountDeletion(host)
describeFiles(host)
describeFileKinds(host)
describeStickers(host)
describeCollections(host)
describeForwardedFiles(host)
describeDisappearingMessages(host)
describeReports(host)

it('an object store served the suite without a fault', () => {
  expect(host().faults.filter((fault) => !fault.startsWith('malformed-frame'))).toEqual([])
  expect([...objectStore.objects.keys()].every((key) => key.startsWith('chat/files/'))).toBe(true)
})

describe('while the object store is away', () => {
  const stored = (address: string) => objectStore.objects.has(`chat${address}`)

  it('an upload is answered with a wait, and succeeds when the store is back', async () => {
    const { ann, conversation } = await meet(host())
    const place = { ChatSessionID: String(conversation), ClientMsgId: String(newClientId()) }
    const fields = { UID: String(ann.userId), Token: ann.token, DeviceType: 'web', ...place }
    const upload = () => host().upload('/UploadFile', fields, { name: 'a.png', bytes: png })
    objectStore.behave('fail')
    expect(await upload()).toMatchObject({
      Code: 5,
      Msg: 'Files are not available at the moment. Try again in 15 s.',
      Data: { RetryAfter: 15_000 },
    })
    expect(host().faults.at(-1)).toContain('FilesUnavailable: The object store failed at GET: 503 SlowDown')
    objectStore.behave('respond')
    const { FileUrl } = dataOrThrow<{ FileUrl: string }>(await upload())
    expect(stored(FileUrl)).toBe(true)
  })

  it('a file is answered with 503, texts go on, and a deletion removes the bytes later', async () => {
    const people = filePeople(host)
    const { ann, conversation } = await meet(host())
    const address = await people.upload(ann, png, conversation)
    const { ID } = dataOrThrow<{ ID: number }>(await people.send(ann, conversation, 'pic', address))
    objectStore.behave('fail')
    expect(await people.statusAs(ann, address)).toBe(503)
    expect(await people.send(ann, conversation, 'txt', 'hello')).toMatchObject({ Code: 0 })
    const socket = await connect(host(), ann)
    socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
    await socket.next('DeleteChat')
    socket.close()
    await expect(host().sweep()).rejects.toThrow('The object store failed at DELETE')
    expect(await people.statusAs(ann, address)).toBe(404)
    expect(stored(address)).toBe(true)
    objectStore.behave('respond')
    await host().sweep()
    expect(stored(address)).toBe(false)
  })

  it('a server starts, but not if the store refuses its settings', async () => {
    objectStore.behave('hang-up')
    const without = await openNodeHost(settings())
    expect(without.faults).toEqual([expect.stringContaining('the server starts without its files')])
    const ready = await without.request('/Ready.txt')
    expect(`${ready.status} ${await ready.text()}`).toBe('200 Ready, without files')
    await without.close()
    objectStore.behave('respond')
    const wrong = openNodeHost({ ...settings(), AWS_SECRET_ACCESS_KEY: 'guessed' })
    await expect(wrong).rejects.toThrow(SettingsError)
    await expect(wrong).rejects.toThrow(
      'The files of FILES_URL cannot be used. The object store failed at GET: 403 SignatureDoesNotMatch.',
    )
  }, 60_000)
})

it('a shared folder serves the server, but not if it is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-'))
  const shared = await openNodeHost({ FILES_URL: `file://${folder}` })
  const { ann, conversation } = await meet(shared)
  const people = filePeople(() => shared)
  expect(await people.statusAs(ann, await people.upload(ann, png, conversation))).toBe(200)
  await shared.close()
  await rm(folder, { recursive: true })
  await expect(openNodeHost({ FILES_URL: `file://${folder}` })).rejects.toThrow(
    'The files of FILES_URL cannot be used. The directory of files failed: ENOENT.',
  )
}, 120_000)
