import { describe, expect, it } from 'vitest'
import { findableText } from '#domain/message/find-messages.ts'

describe('the searchable text of a message', () => {
  it.each([
    ['a text', { type: 'txt', body: ' two\nlines ' } as const, 'two lines'],
    ['not a picture', { type: 'pic', body: `/files/messages/${'a'.repeat(40)}.png` } as const, ''],
    ['not a damaged body', { type: 'card', body: '{' } as const, ''],
  ])('%s', (_, message, expected) => {
    expect(findableText(message)).toBe(expected)
  })
})
