import { describe, expect, it } from 'vitest'
import {
  type MessageBody,
  readMessageBody,
  writeAudio,
  writeCollected,
  writeFile,
} from '#domain/message/message-body.ts'
import { userId } from '#schemas/ids.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import { writeContactCard } from '#schemas/translate/message-bodies.ts'

const path = (digit: string, extension: string) => `/files/messages/${digit.repeat(40)}.${extension}`
const picture = path('a', 'png')
const other = path('b', 'mp4')
const address = (of: string) => ({
  path: of,
  name: of.slice(of.lastIndexOf('/') + 1),
  width: undefined,
  height: undefined,
})
const card = { HeadImg: '/a.png', UserID: 9, NickName: 'Cho', VChatID: 'cho' }
const invite = {
  MaxUserCount: 500,
  UserCount: 3,
  GroupImg: '/g.png',
  JoinType: 1,
  GroupID: 4,
  Info: 'Bring water',
  GroupName: 'Walks',
}

const wholeOnes: readonly (readonly [string, MessageType, string, MessageBody])[] = [
  ['a text, bars and all [MSG-07]', 'txt', 'a|b', { kind: 'text', text: 'a|b' }],
  [
    'a sticker from collections [MSG-11]',
    'emo',
    `${picture}|${other}`,
    { kind: 'sticker', media: address(other) },
  ],
  [
    'a sticker that comes with the app [STICK-09]',
    'emo',
    '/stickers/dog.webp',
    { kind: 'sticker', media: undefined, builtIn: '/stickers/dog.webp' },
  ],
  [
    'a sticker from elsewhere, which is none',
    'emo',
    'https://evil.example/a.webp',
    { kind: 'sticker', media: undefined },
  ],
  [
    'a picture with its size [MSG-07]',
    'pic',
    `${picture}?w=40&h=30`,
    { kind: 'picture', media: { ...address(picture), width: 40, height: 30 } },
  ],
  [
    'a picture from collections: small path, then content [MSG-11] (DEC-122)',
    'pic',
    `${path('c', 'jpg')}|${picture}`,
    { kind: 'picture', media: address(picture), small: address(path('c', 'jpg')) },
  ],
  [
    'a video from collections [MSG-11] (DEC-122)',
    'video',
    `${picture}|${other}`,
    { kind: 'video', media: address(other), small: address(picture) },
  ],
  [
    'a sound, whose length is the last part [MSG-09]',
    'audio',
    `${path('d', 'm4a')}|voice|ogg|12.5`,
    { kind: 'audio', media: address(path('d', 'm4a')), seconds: 12.5 },
  ],
  [
    'a file with its name [MSG-08]',
    'file',
    `${path('e', 'pdf')}|Report|final.pdf`,
    { kind: 'file', media: address(path('e', 'pdf')), name: 'Report|final.pdf' },
  ],
  [
    'a file from collections [MSG-57] (DEC-122)',
    'file',
    `${picture}|${path('e', 'pdf')}|Plan.pdf`,
    { kind: 'file', media: address(path('e', 'pdf')), name: 'Plan.pdf' },
  ],
  ['a call, the first part of what is said [MSG-10]', 'call', 'missed|31', { kind: 'call', state: 'missed' }],
  [
    'a contact card [MSG-12]',
    'card',
    JSON.stringify(card),
    { kind: 'card', card: { userId: userId(9), nickname: 'Cho', avatarUrl: '/a.png', chatId: 'cho' } },
  ],
  [
    'an invite [MSG-13]',
    'invite',
    JSON.stringify(invite),
    {
      kind: 'invite',
      invite: {
        ...{ groupId: 4, name: 'Walks', avatarUrl: '/g.png', info: 'Bring water' },
        ...{ memberCount: 3, memberLimit: 500, asksFirst: true },
      },
    },
  ],
  ['timer notice', 'notice', '{"Kind":"vanish","Seconds":30}', { kind: 'timer', seconds: 30 }],
  ["a notice in a server's own words", 'noticeallban', 'Silence', { kind: 'notice', text: 'Silence' }],
  ['coming without a word', 'GroupJoin', '', { kind: 'notice', text: '' }],
]

const brokenOnes: readonly (readonly [string, MessageType, string])[] = [
  ['a picture elsewhere', 'pic', 'https://evil.example/a.png'],
  ['a picture with a program', 'pic', 'javascript:alert(1)'],
  ['a video whose content is elsewhere', 'video', `${picture}|https://evil.example/a.mp4`],
  ['a sound without a length', 'audio', path('d', 'm4a')],
  ['a sound with a length that is none', 'audio', `${path('d', 'm4a')}|long`],
  ['a sound with an empty length', 'audio', `${path('d', 'm4a')}|`],
  ['a sound of less than nothing', 'audio', `${path('d', 'm4a')}|-1`],
  ['a file elsewhere', 'file', 'file:///etc/passwd|passwd'],
  ['an empty file', 'file', ''],
  ['a card that is no JSON', 'card', '{"UserID":9'],
  ['a card of nobody', 'card', '{"NickName":"Cho"}'],
  ['a card of somebody without a name', 'card', '{"UserID":9}'],
  ['an invite to nothing', 'invite', '{"GroupName":"Walks"}'],
  ['an invite that is a list', 'invite', '[]'],
]

describe('the body of a message', () => {
  it.each(wholeOnes)('is read as %s', (_, type, body, read) => {
    expect(readMessageBody(type, body)).toEqual(read)
  })

  it('names a group', () => {
    const body = '{"Kind":"added","Names":["Ben"],"Count":1}'
    expect(readMessageBody('GroupJoin', body)).toMatchObject({
      kind: 'group-notice',
      notice: { kind: 'added', names: ['Ben'] },
    })
  })

  it.each(brokenOnes)('is damaged as %s', (_, type, body) => {
    expect(readMessageBody(type, body)).toEqual({ kind: 'damaged' })
  })

  it('is parsed for every type and content without throwing [MSG-07]', () => {
    for (const type of messageTypes)
      for (const body of ['', '|', '||||', '{}', 'null', '[]', '{"Kind":7}', '\0', '9'.repeat(400)])
        expect(readMessageBody(type, body).kind).toBeTypeOf('string')
  })
})

describe('a written payload', () => {
  it('parses to the original content [MSG-08 MSG-09 MSG-11 MSG-12 MSG-57]', () => {
    const sound = path('d', 'm4a')
    expect(readMessageBody('file', writeFile(other, 'a|b.pdf'))).toMatchObject({ name: 'a|b.pdf' })
    expect(readMessageBody('audio', writeAudio(sound, 12.4))).toMatchObject({ seconds: 12 })
    expect(writeCollected(picture, other)).toBe(`${picture}|${other}`)
    const contact = { userId: userId(9), nickname: 'C"ho', avatarUrl: '', chatId: 'cho' }
    expect(readMessageBody('card', writeContactCard(contact))).toEqual({ kind: 'card', card: contact })
  })
})
