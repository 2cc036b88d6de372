import { describe, expect, it } from 'vitest'
import { downloadOf } from '#domain/media/download.ts'
import { mediaFaultOf } from '#domain/media/media-item.ts'
import type { MessageType } from '#schemas/message-types.ts'

const stored = `/files/messages/${'a'.repeat(40)}`
const naming = { kindName: (kind: string) => kind, at: 60_000, zone: 'UTC' }
const message = (type: MessageType, body: string) => ({ type, body, attachment: undefined })

describe('a download', () => {
  it.each([
    ['pic', `${stored}.png?w=3&h=2`, 'picture 1970-01-01 00.01.png'],
    ['video', `${stored}.mp4`, 'video 1970-01-01 00.01.mp4'],
    ['file', `${stored}.pdf|Minutes | draft.pdf`, 'Minutes | draft.pdf'],
  ] as const)('of a %s is a stored file', (type, body, name) => {
    const [path] = body.split(/[?|]/)
    expect(downloadOf(message(type, body), naming)).toEqual({ isOk: true, value: { path, name } })
  })

  it.each([
    ['pic', 'https://elsewhere.example/a.png', 'BAD_DOWNLOAD_URL'],
    ['pic', 'javascript:alert(1)', 'BAD_DOWNLOAD_URL'],
    ['file', `${stored}.pdf/../../secret|a.pdf`, 'BAD_DOWNLOAD_URL'],
    ['emo', 'nowhere', 'BAD_DOWNLOAD_URL'],
    ['txt', `${stored}.png`, 'UNKNOWN_DOWNLOAD_URL'],
  ] as const)('of a %s with %s is rejected [MEDIA-37]', (type, body, key) => {
    expect(downloadOf(message(type, body), naming)).toEqual({ isOk: false, rejection: { key } })
  })

  it('of an unsent message is rejected [MEDIA-37]', () => {
    const attachment = { fileKey: 'k', name: 'a.png', size: 1, contentType: 'image/png' }
    const result = downloadOf({ type: 'pic', body: '', attachment }, naming)
    expect(result).toEqual({ isOk: false, rejection: { key: 'UNKNOWN_DOWNLOAD_URL' } })
  })
})

describe('media that cannot be shown', () => {
  it.each([
    ['pic', `${stored}.png`, 'IMAGE_LOAD_ERROR'],
    ['emo', `${stored}.png`, 'IMAGE_LOAD_ERROR'],
    ['video', `${stored}.mp4`, 'VIDEO_LOAD_ERROR'],
    ['audio', `${stored}.mp3|3`, 'AUDIO_LOAD_ERROR'],
    ['txt', 'words', undefined],
  ] as const)('fail by their kind: %s [MEDIA-20]', (type, body, fault) => {
    expect(mediaFaultOf({ type, body })).toBe(fault)
  })

  it.each(['pic', 'video', 'audio'] as const)('and by their address: %s [MEDIA-19]', (type) => {
    expect(mediaFaultOf({ type, body: 'https://elsewhere.example/a' })).toBe('BAD_MEDIA_URL')
  })
})
