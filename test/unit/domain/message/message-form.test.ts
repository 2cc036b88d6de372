import { describe, expect, it } from 'vitest'
import { checkMessageForm } from '#domain/message/message-form.ts'

const rejected = { isOk: false, rejection: { key: 'errors.string.length', values: { count: 1 } } }

describe('a message form', () => {
  it.each([
    ['with text', { content: ' hello ', attachments: [] }, { isOk: true, value: 'hello' }],
    [
      'with files of a known type and no text',
      { content: ' ', attachments: ['a.png'], attachmentType: 'image' as const },
      { isOk: true, value: '' },
    ],
    [
      'with both',
      { content: 'look', attachments: ['a.mp4'], attachmentType: 'video' as const },
      { isOk: true, value: 'look' },
    ],
    ['with neither', { content: ' \n', attachments: [] }, rejected],
    ['with files of no known type', { content: '', attachments: ['a'] }, rejected],
    ['with a type and no file', { content: '', attachments: [], attachmentType: 'audio' as const }, rejected],
  ])('%s is checked by its content', (_, form, outcome) => {
    expect(checkMessageForm(form)).toEqual(outcome)
  })
})
