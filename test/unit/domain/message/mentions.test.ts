import { describe, expect, it } from 'vitest'
import { areMentioning, keptMentions, splitMentions } from '#domain/message/mentions.ts'

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

describe('mentions that are sent', () => {
  it('are of current members or everyone, each once [MSG-38]', () => {
    expect(keptMentions([8, 9, 8, 0], [7, 8])).toEqual([8, 0])
    expect(keptMentions([9], [7, 8])).toEqual([])
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
