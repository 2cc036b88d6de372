import fc from 'fast-check'
import { TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { type Composition, readComposition } from '#domain/message/composition.ts'
import { emoticons } from '#domain/message/emoticons.ts'
import {
  fromDocument,
  positionAt,
  textBetween,
  textStart,
  toDocument,
} from '#src/features/conversation/composer/editor/document.ts'

const composition = (text: string, ...mentions: Composition['mentions']): Composition => ({ text, mentions })
const codes = emoticons.map(({ code }) => code)

/** Typed and pasted texts, with emoticons and mentions. */
const compositions = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => ({ text, isMention: false })),
      fc
        .constantFrom(...codes, '[e0', '\n', ' \t', '[e050]', '\u200d')
        .map((text) => ({ text, isMention: false })),
      fc.constantFrom('@Ada', '@所有人', '@[e01]').map((text) => ({ text, isMention: true })),
    ),
    { maxLength: 12 },
  )
  .map((parts) => {
    let text = ''
    const mentions = parts.flatMap((part) => {
      const at = text.length
      text += part.text
      return part.isMention ? [{ userId: 2, at, length: part.text.length }] : []
    })
    return readComposition(text, mentions)
  })

describe('a document', () => {
  it('returns exactly the text and the mentions that it was created from', () => {
    fc.assert(
      fc.property(compositions, (one) => {
        expect(fromDocument(toDocument(one))).toEqual(one)
      }),
    )
  })

  it('contains an emoticon code and a mention as one atom each [MSG-25 VIEW-17]', () => {
    const doc = toDocument(composition('a[e01]\n@Ada b', { userId: 2, at: 7, length: 4 }))
    const kinds: string[] = []
    doc.firstChild?.forEach((node) => {
      kinds.push(node.type.name)
    })
    expect(kinds).toEqual(['text', 'emoticon', 'text', 'mention', 'text'])
  })

  it('keeps lines and spaces as characters of one block', () => {
    const doc = toDocument(composition('  a\n\n b \n'))
    expect([doc.childCount, doc.firstChild?.textContent]).toEqual([1, '  a\n\n b \n'])
  })

  it('maps a text offset to a position, after the atom for an offset inside one', () => {
    const doc = toDocument(composition('a[e01]b'))
    const places = [0, 1, 2, 5, 6, 7].map((offset) => positionAt(doc, offset) - textStart)
    expect(places).toEqual([0, 1, 2, 2, 2, 3])
  })

  it('maps every selection of a plain text to a valid selection of the editor', () => {
    fc.assert(
      fc.property(compositions, fc.nat(200), (one, offset) => {
        const doc = toDocument(one)
        const position = positionAt(doc, Math.min(offset, one.text.length))
        expect(TextSelection.create(doc, position).head).toBe(position)
        expect(position).toBeLessThan(doc.content.size)
      }),
    )
  })

  it('returns the text of a range with emoticon codes and mention names, as copying does', () => {
    const doc = toDocument(composition('a[e01]@Ada b', { userId: 2, at: 6, length: 4 }))
    expect(textBetween(doc, textStart, doc.content.size - textStart)).toBe('a[e01]@Ada b')
    expect(textBetween(doc, textStart + 1, textStart + 3)).toBe('[e01]@Ada')
  })
})

it('a document renders 300 emoticons and keeps thousands more as codes', () => {
  const text = '[e049]'.repeat(5000)
  const doc = toDocument(composition(text))
  expect(doc.firstChild?.childCount).toBe(301)
  expect(fromDocument(doc).text).toBe(text)
})
