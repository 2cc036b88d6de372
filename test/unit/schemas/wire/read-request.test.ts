import { expect, it, vi } from 'vitest'
import { isWellFormed, parseRequest, readCredentials } from '#schemas/wire/read-request.ts'

it.each([
  ['a fraction', { ChatSessionID: 1.5 }],
  ['a number beyond those that JavaScript counts exactly', { UserID: 2 ** 53 }],
  ['infinity', { GroupID: JSON.parse('1e999') }],
  ['a time out of range', { TimeStamp: 1e300 }],
  ['NUL in a name', { DToken: 'a\0b' }],
  ['half a character in a name', { StickerUrl: '\ud800' }],
  ['a text that is far too long', { Message: 'x'.repeat(70_000) }],
  ['odd values deep inside', { SessionInfos: [{ ID: [{ FromID: -0.1 }] }] }],
  ['values nested too deeply', JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
  ['too many values', { Items: Array.from({ length: 3_000 }, () => 1) }],
])('a request with %s is not well formed', (_, fields) => {
  expect(isWellFormed(fields)).toBe(false)
})

it.each([
  ['no fields', undefined],
  ['any characters in a free text', { Message: 'a\0b\ud800', NickName: '\0' }],
  ['a time in fractions of a millisecond', { TimeStamp: 1_763_000_000_000.25, UpdateTime: 0.5 }],
  [
    'the largest lists of the contract',
    { SessionInfos: Array.from({ length: 100 }, (_, ID) => ({ ID, FromID: 0, SessionType: '1' })) },
  ],
])('a request with %s is well formed', (_, fields) => {
  expect(isWellFormed(fields)).toBe(true)
})

it.each([
  { UID: 1.5, Token: 'x' },
  { UID: '1e300', Token: 'x' },
  { UID: 'a', Token: 'x' },
  { UID: 1, Token: '' },
  { UID: 1, Token: 'x'.repeat(300) },
])('credentials such as %j are invalid', (fields) => {
  expect(readCredentials(fields)).toBeUndefined()
})

it('credentials may be numbers or text', () => {
  expect(readCredentials({ UID: '7', Token: 'x' })).toEqual({ UID: 7, Token: 'x' })
  expect(readCredentials({ UID: 7, Token: 'x' })).toEqual({ UID: 7, Token: 'x' })
})

it('a request is parsed only if it is JSON that is nested no deeper than requests are', () => {
  expect(parseRequest('{"Items":[{"ID":[1]}]}')).toEqual({ Items: [{ ID: [1] }] })
  expect(parseRequest('null')).toBeNull()
  const text = { Message: `${'['.repeat(100)}"\\"{{` }
  expect(parseRequest(JSON.stringify(text))).toEqual(text)
  for (const broken of ['', '{', '["]', '['.repeat(250_000), `${'['.repeat(50)}${']'.repeat(50)}`])
    expect(parseRequest(broken)).toBeUndefined()
})

it('many lists in each other are rejected without being parsed', () => {
  const parse = vi.spyOn(JSON, 'parse')
  parseRequest(`${'[{"a":'.repeat(1_000)}`)
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})
