import { describe, expect, it } from 'vitest'
import { recognizeCode } from '#domain/codes/recognize-code.ts'

const own = 'https://chat.example'
const recognize = (text: string) => recognizeCode(text, [own, 'https://api.chat.example:8443'])

describe('recognizing a code', () => {
  it.each([
    [`${own}/contact/join-group?code=abc234`, { kind: 'group', code: 'abc234' }],
    [`${own}/contact/friend-request?code=abc234&from=x`, { kind: 'user', code: 'abc234' }],
    [` ${own}/contact/invitation/?code=abc234\n`, { kind: 'registration', code: 'abc234' }],
    ['https://api.chat.example:8443/contact/join-group?code=abc', { kind: 'group', code: 'abc' }],
    ['group:abc234', { kind: 'group', code: 'abc234' }],
    ['user:abc234', { kind: 'user', code: 'abc234' }],
    ['registration:abc234', { kind: 'registration', code: 'abc234' }],
  ])('tells groups, people and registrations apart: %s [QR-11]', (text, recognized) => {
    expect(recognize(text)).toEqual(recognized)
  })

  it.each([
    [`${own}/groups/42`, '42'],
    [`${own}/messages/groups/42/`, '42'],
  ])('finds the group of a link to its page: %s', (text, groupId) => {
    expect(recognize(text)).toEqual({ kind: 'group-page', groupId })
  })

  it.each([
    'https://other.example/contact/join-group?code=abc234',
    'https://chat.example.evil.example/contact/friend-request?code=abc234',
    'http://chat.example/contact/friend-request?code=abc234',
    `${own}/contact/friend-request`,
    `${own}/contact/friend-request?code=`,
    `${own}/contact/friend-request?code=a%22b`,
    `${own}/contact/friend-request?code=${'a'.repeat(129)}`,
    `${own}/groups/0`,
    `${own}/somewhere?code=abc`,
  ])('takes foreign and damaged addresses for mere links: %s', (text) => {
    expect(recognize(text)).toEqual({ kind: 'link', address: text })
  })

  it.each([
    'hello',
    '',
    '42',
    'tel:+15550100',
    'javascript:alert(1)',
    'https://',
    'https://a b',
    'group:',
    'admin:abc',
    `group:${'a'.repeat(129)}`,
    'x'.repeat(7_000),
  ])('takes everything else for text: %s', (text) => {
    expect(recognize(text)).toEqual({ kind: 'text', text })
  })
})
