import { describe, expect, it } from 'vitest'
import { checkMessageForm } from '#domain/message/message-content.ts'

describe('a message form', () => {
  it.each([
    [' hello ', false, 'hello'],
    ['look', true, 'look'],
  ])(
    'with the text %j is valid and trimmed, with or without attachments [MSG-33]',
    (text, hasAttachments, value) => {
      expect(checkMessageForm(text, hasAttachments)).toEqual({ isOk: true, value })
    },
  )

  it('without text is valid if it has attachments [MSG-34]', () => {
    expect(checkMessageForm(' \n', true)).toEqual({ isOk: true, value: '' })
  })

  it.each(['', ' \n'])('with the text %j and without attachments is rejected [MSG-33]', (text) => {
    const rejection = { key: 'errors.string.length', values: { count: 1 } }
    expect(checkMessageForm(text, false)).toEqual({ isOk: false, rejection })
  })

  it('with a text above the limit is rejected, also with attachments (DEC-118)', () => {
    expect(checkMessageForm('a'.repeat(20_001), true)).toMatchObject({ isOk: false })
  })
})
