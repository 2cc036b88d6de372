import { describe, expect, it } from 'vitest'
import {
  compositionOf,
  insertInto,
  isBlank,
  joinCompositions,
  mentionedIn,
  plainComposition,
  readComposition,
  replaceText,
} from '#domain/message/composition.ts'

const text = 'hi @Ada and @Ben!'
const ada = { userId: 2, at: 3, length: 4 }
const ben = { userId: 3, at: 12, length: 4 }
const both = readComposition(text, [ada, ben])

describe('a text with mentions', () => {
  it.each([
    [
      'before them',
      `oh ${text}`,
      [
        { ...ada, at: 6 },
        { ...ben, at: 15 },
      ],
    ],
    ['between them', 'hi @Ada plus @Ben!', [ada, { ...ben, at: 13 }]],
    ['after them', `${text}!!`, [ada, ben]],
    ['in one of them: it becomes plain text', 'hi @Adda and @Ben!', [{ ...ben, at: 13 }]],
    ['by removing one', 'hi  and @Ben!', [{ ...ben, at: 8 }]],
    ['by removing all', '', []],
  ])('changes %s', (_, next, mentions) => {
    expect(replaceText(both, next)).toEqual({ text: next, mentions })
  })

  it('inserts a mention in place of the typed text', () => {
    expect(insertInto(plainComposition('hi @a you'), { from: 3, to: 5, text: '@Ada', userId: 2 })).toEqual({
      text: 'hi @Ada you',
      mentions: [{ userId: 2, at: 3, length: 4 }],
    })
  })

  it('is put before the text written meanwhile', () => {
    expect(joinCompositions(both, readComposition('@Ada', [{ userId: 2, at: 0, length: 4 }]))).toEqual({
      text: `${text}\n@Ada`,
      mentions: [ada, ben, { userId: 2, at: 18, length: 4 }],
    })
    expect(joinCompositions(both, plainComposition(''))).toBe(both)
    expect(joinCompositions(plainComposition(''), both)).toBe(both)
  })

  it('drops invalid mentions', () => {
    const odd = [{ userId: 9, at: 4, length: 2 }, { userId: 9, at: 16, length: 9 }, ben, ada]
    expect(readComposition(text, odd)).toEqual(both)
  })

  it.each([
    ['current members and everyone', [2], [2, 0]],
    ['everyone while members are not known', undefined, [2, 3, 0]],
    ['no former member', [], [0]],
  ])('mentions %s, each once [MSG-38]', (_, members, expected) => {
    const all = readComposition(
      '@A@B@C@A',
      [2, 3, 0, 2].map((userId, index) => ({ userId, at: index * 2, length: 2 })),
    )
    expect(mentionedIn(all, members)).toEqual(expected)
  })

  it('is blank if it is only white space', () => {
    expect([' \n\t\u3000', 'a'].map((one) => isBlank(plainComposition(one)))).toEqual([true, false])
  })
})

describe('the text of a sent message', () => {
  it('has its mentions at their names, and names those that it could not place', () => {
    const people = [
      { userId: 2, names: ['Ada'] },
      { userId: 3, names: ['Benno', 'Ben'] },
    ]
    const sent = '@Ada, @Ben and @All: 漢字'
    expect(compositionOf(sent, [2, 3, 0], people, 1)).toEqual({
      composition: {
        text: sent,
        mentions: [
          { userId: 2, at: 0, length: 4 },
          { userId: 3, at: 6, length: 4 },
          { userId: 0, at: 15, length: 4 },
        ],
      },
      unplaced: [],
    })
    expect(compositionOf('@Cleo', [9], people, 1)).toEqual({
      composition: plainComposition('@Cleo'),
      unplaced: [9],
    })
    expect(compositionOf('@Ada', [], people, 1)).toEqual({
      composition: plainComposition('@Ada'),
      unplaced: [],
    })
  })
})
