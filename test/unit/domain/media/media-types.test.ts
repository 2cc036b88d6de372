import { describe, expect, it } from 'vitest'
import { attachmentKindOf, attachmentKinds, messageTypeOf } from '#domain/media/attachment-kind.ts'
import { canGoAs, canShowInline, fileTypeOf } from '#domain/media/media-types.ts'
import { messageTypes } from '#schemas/message-types.ts'

describe('the type of a file by its bytes', () => {
  it.each([
    ['png', 'image', 'image/png'],
    ['apng', 'image', 'image/png'],
    ['heic', 'image', 'image/heic'],
    ['mp4', 'video', 'video/mp4'],
    ['mov', 'video', 'video/quicktime'],
    ['mp3', 'audio', 'audio/mpeg'],
    ['m4a', 'audio', 'audio/mp4'],
    ['opus', 'audio', 'audio/ogg'],
    ['pdf', 'file', 'application/pdf'],
    ['exe', 'file', 'application/octet-stream'],
    ['xml', 'file', 'application/octet-stream'],
    ['svg', 'file', 'application/octet-stream'],
    ['constructor', 'file', 'application/octet-stream'],
    [undefined, 'file', 'application/octet-stream'],
  ])('is for %s of kind %s and served as %s', (extension, kind, contentType) => {
    expect(fileTypeOf(extension)).toMatchObject({ kind, contentType })
    expect(canShowInline(contentType)).toBe(kind !== 'file')
  })

  it.each([
    ['png', 'image', true],
    ['png', 'file', true],
    ['png', 'video', false],
    ['mp4', 'audio', true],
    ['webm', 'audio', true],
    ['mov', 'audio', false],
    ['mp3', 'video', false],
    [undefined, 'file', true],
    [undefined, 'image', false],
  ] as const)('%s may be sent as %s: %s', (extension, kind, may) => {
    expect(canGoAs(fileTypeOf(extension), kind)).toBe(may)
  })
})

describe('the message of an attachment', () => {
  it('has one type for each kind, in both directions [MSG-32]', () => {
    expect(attachmentKinds.map(messageTypeOf)).toEqual(['pic', 'video', 'audio', 'file'])
    expect(attachmentKinds.map((kind) => attachmentKindOf(messageTypeOf(kind)))).toEqual(attachmentKinds)
    const others = messageTypes.filter((type) => !['pic', 'video', 'audio', 'file'].includes(type))
    expect(others.map(attachmentKindOf)).toEqual(others.map(() => undefined))
  })
})
