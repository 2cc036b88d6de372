import { describe, expect, it } from 'vitest'
import { noticeText, rejectionText } from '#src/app/rejection-text.ts'
import type { Translate } from '#src/ui/use-text.ts'

const translate: Translate = (id, values) =>
  values === undefined ? `<${id}>` : `<${id} ${JSON.stringify(values)}>`

describe('rejectionText', () => {
  it.each([
    ['the server’s text first', { text: 'From the server', key: 'a.b' }, 'From the server'],
    ['then its own key', { key: 'a.b', values: { count: 6 } }, '<a.b {"count":6}>'],
    ['then the general error', { key: '' }, '<errors.error>'],
    ['the key under an empty server text', { text: '', key: 'a.b' }, '<a.b>'],
  ])('says %s [ERR-02]', (_, rejection, words) => expect(rejectionText(translate, rejection)).toBe(words))
})

describe('noticeText', () => {
  it.each([
    ['the server’s text of a success [ERR-03]', { kind: 'success', text: 'Saved' }, 'Saved'],
    ['a key', { kind: 'info', key: 'a.b' }, '<a.b>'],
    ['the general error for a failure without words [ERR-02]', { kind: 'error' }, '<errors.error>'],
    ['nothing for a success without words', { kind: 'success' }, ''],
  ] as const)('says %s', (_, notice, words) => expect(noticeText(translate, notice)).toBe(words))
})
