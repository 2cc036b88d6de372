import { describe, expect, it } from 'vitest'
import { areMentioning, shownMentionParts, splitMentions, validMentions } from '#domain/message/mentions.ts'

const names = ['Ann', 'Ann Lee', 'Walks (2)', '小明']

describe('a mention in text', () => {
  it.each([
    ['everyone in English', 'hi @All!', ['@All']],
    ['everyone in Chinese, with text right after', '@所有人开会', ['@所有人']],
    ['a name with a space before the shorter one', '@Ann Lee and @Ann', ['@Ann Lee', '@Ann']],
    ['a name with signs that mean something elsewhere', 'see @Walks (2) now', ['@Walks (2)']],
    ['a name without a space after it', '@小明你好', ['@小明']],
    ['any word without spaces', 'ask @somebody later', ['@somebody']],
    ['two that touch', '@Ann@Ben', ['@Ann', '@Ben']],
    ['no @ alone', 'a @ b', []],
    ['nothing at all', 'plain', []],
  ])('is %s [MSG-36]', (_, text, found) => {
    const parts = splitMentions(text, names)
    expect(parts.filter(({ kind }) => kind === 'mention').map((part) => part.text)).toEqual(found)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})

describe('a mention that is drawn', () => {
  const people = [
    { userId: 7, names: ['Ann', 'Ann Lee'] },
    { userId: 8, names: ['小明'] },
    { userId: 9, names: ['Ben'] },
  ]
  const drawn = (text: string, ids: readonly number[]) =>
    shownMentionParts(text, ids, people, 7).flatMap((part) =>
      part.kind === 'mention' ? [[part.text, part.userId, part.isOfSelf]] : [],
    )
  it.each([
    ['a person by name', '@小明你好', [8], [['@小明', 8, false]]],
    [
      'this user, by any of the names',
      '@Ann Lee or @Ann',
      [7],
      [
        ['@Ann Lee', 7, true],
        ['@Ann', 7, true],
      ],
    ],
    ['everyone, and so this user', 'hi @All!', [0], [['@All', undefined, true]]],
    ['somebody who is not known any more', '@Gone come back', [12], [['@Gone', undefined, false]]],
    ['nobody whom the message does not mention', '@Ben and a@b.org and @All', [8], []],
    ['nobody when it mentions none', '@Ann', [], []],
  ])('is of %s', (_, text, ids, found) => {
    expect(drawn(text, ids)).toEqual(found)
    const parts = shownMentionParts(text, ids, people, 7)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})

describe('mentions that are sent', () => {
  it('are of current members or everyone, each once [MSG-38]', () => {
    expect(validMentions([8, 9, 8, 0], [7, 8])).toEqual([8, 0])
    expect(validMentions([9], [7, 8])).toEqual([])
  })

  it.each([
    [[0], true],
    [[7, 8], true],
    [[8], false],
    [[], false],
  ])('%j mention user 7: %s [MSG-39]', (ids, isMentioning) => {
    expect(areMentioning(ids, 7)).toBe(isMentioning)
  })
})
