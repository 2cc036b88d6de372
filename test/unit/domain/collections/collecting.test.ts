import { describe, expect, it } from 'vitest'
import { bodyOf, collectableOf, originOf } from '#domain/collections/collecting.ts'
import { serverId, userId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'

const file = (digit: string, ending: string) => `/files/messages/${digit.repeat(40)}.${ending}`
const small = file('c', 'png')
const said = (type: MessageType, body: string, more: object = {}) => ({
  ...{ type, body, serverId: serverId(4), timerSeconds: undefined },
  ...more,
})

describe('the savable content of a message', () => {
  it.each([
    ['txt', 'a|b', { type: 'text', content: 'a|b', smallPath: '' }],
    [
      'pic',
      `${file('a', 'png')}?w=4&h=3`,
      { type: 'image', content: `${file('a', 'png')}?w=4&h=3`, smallPath: '' },
    ],
    ['pic', `${small}|${file('a', 'png')}`, { type: 'image', content: file('a', 'png'), smallPath: small }],
    ['video', `${small}|${file('a', 'mp4')}`, { type: 'video', content: file('a', 'mp4'), smallPath: small }],
    ['audio', `${file('a', 'mp3')}|3`, { type: 'audio', content: `${file('a', 'mp3')}|3`, smallPath: '' }],
    [
      'file',
      `${file('a', 'pdf')}|a|b.pdf`,
      { type: 'file', content: `${file('a', 'pdf')}|a|b.pdf`, smallPath: '' },
    ],
    ['emo', '/stickers/dog.webp', undefined],
    ['card', '{"UserID":4,"NickName":"Noah"}', undefined],
    ['invite', '{}', undefined],
    ['notice', 'Hello', undefined],
    ['pic', 'https://evil.example/a.png', undefined],
  ] as const)('is of %s %j: %j [COLL-13] (DEC-103 DEC-163)', (type, body, expected) => {
    expect(collectableOf(said(type, body))).toEqual(expected)
  })

  it('excludes disappearing and unsent messages (DEC-162)', () => {
    expect(collectableOf(said('txt', 'Hello', { timerSeconds: 30 }))).toBeUndefined()
    expect(collectableOf(said('txt', 'Hello', { serverId: undefined }))).toBeUndefined()
  })

  it('names the group or the sender as its source [COLL-10]', () => {
    const message = { senderId: userId(8), senderName: 'Ben' }
    expect(originOf(message, undefined)).toEqual({ kind: 'friend', id: 8, name: 'Ben' })
    expect(originOf(message, { id: 3, name: 'Walks' })).toEqual({ kind: 'group', id: 3, name: 'Walks' })
  })

  it('is parsed like the message it was saved from', () => {
    const collection = {
      ...({ id: 1, type: 'video', content: `${file('a', 'mp4')}?t=2`, smallPath: small } as const),
      ...{ savedAt: 0, from: undefined },
    }
    expect(bodyOf(collection)).toMatchObject({ kind: 'video', media: { seconds: 2 }, small: { path: small } })
    expect(bodyOf({ ...collection, type: 'text', content: 'Hi', smallPath: undefined })).toEqual({
      kind: 'text',
      text: 'Hi',
    })
  })
})
