import { describe, expect, it } from 'vitest'
import {
  checkFriendRemark,
  checkKeyword,
  checkRequestRemark,
  readApplicationSource,
  remarkChangeOf,
  requestRemark,
  requestSource,
} from '#domain/forms/friend-forms.ts'

it.each([
  ['', true],
  ['1', true],
  [' 1 ', true],
  ['12', false],
  ['  ab ', false],
])('rejects a search shorter than 2 characters: %j [FRIEND-09]', (keyword, isRejected) => {
  const error = { key: 'errors.string.length', values: { count: 2 } }
  expect(checkKeyword(keyword)).toEqual(isRejected ? error : undefined)
})

it('rejects a request text of more than 30 characters [FRIEND-21]', () => {
  expect(checkRequestRemark('a'.repeat(30))).toBeUndefined()
  expect(checkRequestRemark('a'.repeat(31))).toEqual({
    key: 'errors.string.max-length',
    values: { count: 30 },
  })
})

describe('requestRemark', () => {
  it.each([
    ['', "I'm Linh", "I'm Linh"],
    ['  \n', "I'm Linh", "I'm Linh"],
    [' Hello ', "I'm Linh", 'Hello'],
  ])('sends %j as typed, or the default text if it is empty [FRIEND-22]', (typed, placeholder, sent) => {
    expect(requestRemark(typed, placeholder)).toBe(sent)
  })

  it.each([
    ['x'.repeat(40), 'x'.repeat(30)],
    [`${'x'.repeat(29)}😀`, 'x'.repeat(29)],
  ])('cuts the default text at the limit without splitting a character: %j', (placeholder, sent) => {
    expect(requestRemark('', placeholder)).toBe(sent)
  })
})

it.each([
  [{ source: 'search' }, 'Search'],
  [{ source: 'qrcode' }, 'QRCode'],
  [{ source: 'avatar', groupId: '7' }, 'Group:7:Head'],
  [{ source: 'contact', groupId: '7' }, 'Group:7:Card'],
  [{ source: 'contact', sessionId: '9' }, 'Session:9:Card'],
  [{ source: 'avatar' }, 'Search'],
  [{}, 'Search'],
])('names the origin %j of a request %s [FRIEND-59]', (origin, source) => {
  expect(requestSource(origin)).toBe(source)
})

it.each([
  ['Search', { kind: 'search' }],
  ['QRCode', { kind: 'code' }],
  ['Group:7:Head', { kind: 'group', group: 'g:7' }],
  ['Group:7:Card', { kind: 'group-card', group: 'g:7' }],
  ['Session:9:Card', { kind: 'card' }],
  ['', undefined],
  ['Session:9:Head', undefined],
  ['Group:0:Head', undefined],
  ['Group:1234567890123456:Head', undefined],
  ['Search <b>', undefined],
])('reads the source %j of an application as %j [FRIEND-59]', (text, source) => {
  expect(readApplicationSource(text)).toEqual(source)
})

describe('a remark for a friend', () => {
  it('is trimmed and has at most 50 characters [FRIEND-35]', () => {
    expect(checkFriendRemark(` ${'x'.repeat(50)} `)).toBeUndefined()
    expect(checkFriendRemark('x'.repeat(51))).toEqual({
      key: 'errors.string.max-length',
      values: { count: 50 },
    })
    expect(remarkChangeOf(' Benny ', { remark: '', nickname: 'Ben' })).toEqual({
      kind: 'saved',
      remark: 'Benny',
    })
  })

  it.each(['', '  ', 'Ben', ' Ben '])('is reset by "%s", where the nickname is Ben [FRIEND-36]', (typed) => {
    expect(remarkChangeOf(typed, { remark: 'Benny', nickname: 'Ben' })).toEqual({ kind: 'reset', remark: '' })
  })

  it.each([
    ['Benny', 'Benny'],
    [' Benny ', 'Benny'],
    ['', ''],
    ['Ben', ''],
  ])('changes nothing when "%s" is saved over "%s" [FRIEND-37]', (typed, remark) => {
    expect(remarkChangeOf(typed, { remark, nickname: 'Ben' })).toEqual({ kind: 'unchanged' })
  })
})
