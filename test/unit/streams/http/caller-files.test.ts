import { describe, expect, it } from 'vitest'
import { openFiles, uploadFile } from '#schemas/wire/calls/files.ts'
import { uploadAvatar, uploadGroupPicture } from '#streams/api/account.ts'
import type { MultipartBody } from '#streams/ports.ts'
import { bodyOf, openCaller } from './caller-harness.ts'

const address = '/files/messages/0123456789abcdef0123456789abcdef01234567.png'
const stored = { Code: 0, Msg: '', Data: { FileUrl: address } }
const file = { name: 'holiday.png', type: 'image/png', size: 3, content: new Uint8Array([1, 2, 3]) }

describe('an upload', () => {
  it('is a multipart form of the file and its conversation, and reports its progress [MEDIA-30 HTTP-20]', async () => {
    const { caller, requests } = openCaller([stored])
    const told: number[] = []
    const onProgress = (fraction: number) => told.push(fraction)
    const result = await caller.call(uploadFile, { ChatSessionID: 5 }, { file, onProgress })
    expect(result).toMatchObject({ isOk: true, data: { FileUrl: address } })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://own.example/Api/UploadFile',
      body: { file, fields: { ChatSessionID: '5', UID: '7', Token: 'token-1' } },
    })
    // The server knows the sender before the file: by the headers, or by the first fields of the form.
    expect(requests[0]?.headers).toMatchObject({ UID: '7', Token: 'token-1' })
    const { fields } = (requests[0]?.body ?? {}) as Partial<MultipartBody>
    expect(Object.keys(fields ?? {}).slice(0, 2)).toEqual(['UID', 'Token'])
    requests[0]?.onProgress?.(0.5)
    expect(told).toEqual([0.5])
  })

  it('is repeated five times after network failures, with waits of at most 10 s [MEDIA-31 MEDIA-32]', async () => {
    const { caller, clock, requests } = openCaller(['network'])
    const result = caller.call(uploadFile, { ChatSessionID: 5 }, { file })
    for (let second = 0; second < 60; second++) await clock.advance(1000)
    expect(await result).toMatchObject({ isOk: false, failure: { kind: 'network' } })
    expect(requests).toHaveLength(6)
  })

  it.each([
    ['an avatar', uploadAvatar, 6],
    ['a picture of a group', uploadGroupPicture, 4],
  ] as const)(
    'of %s is repeated after network failures, an avatar five times [ME-15]',
    async (_, upload, tries) => {
      const { caller, clock, requests } = openCaller(['network'])
      const result = upload(caller, file)
      const sentAt: number[] = []
      for (let second = 0; second < 60; second++) {
        while (sentAt.length < requests.length) sentAt.push(second)
        await clock.advance(1000)
      }
      expect(await result).toMatchObject({ isOk: false, failure: { kind: 'network' } })
      expect(requests).toHaveLength(tries)
      const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
      expect(Math.max(...waits)).toBeLessThanOrEqual(10)
    },
  )

  it('of an avatar is not repeated after a rejection [ME-15]', async () => {
    const { caller, clock, requests } = openCaller([{ Code: 4, Msg: 'no picture', Data: null }])
    const result = uploadAvatar(caller, file)
    for (let second = 0; second < 30; second++) await clock.advance(1000)
    expect(await result).toMatchObject({ isOk: false, failure: { kind: 'rejected' } })
    expect(requests).toHaveLength(1)
  })

  it('may take 5 minutes [MEDIA-31 HTTP-07]', async () => {
    const { caller, clock, requests } = openCaller(['silence', stored])
    const result = caller.call(uploadFile, { ChatSessionID: 5 }, { file })
    await clock.advance(299_999)
    expect(requests[0]?.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(requests[0]?.signal?.aborted).toBe(true)
    await clock.advance(1000)
    expect(await result).toMatchObject({ isOk: true })
  })
})

describe('the call for the file cookie', () => {
  it('is the only one that stores the cookie of its response', async () => {
    const { caller, requests } = openCaller([{ Code: 0, Msg: '', Data: null }])
    await caller.call(openFiles, {})
    await caller.call(uploadFile, { ChatSessionID: 5 }, { file })
    expect(bodyOf(requests[0])).toMatchObject({ UID: 7, Token: 'token-1' })
    expect(requests.map(({ keepsCookies }) => keepsCookies)).toEqual([true, undefined])
  })
})
