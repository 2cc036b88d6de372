import { describe, expect, it } from 'vitest'
import { readDrawing } from '#src/app/cached-list/drawing.ts'

const element = (tag: string, attributes: object = {}, children: readonly unknown[] = []) => ({
  tag,
  attributes,
  style: '',
  children,
})
const drawingOf = (content: unknown) => ({
  frame: 'full',
  locale: 'en-US',
  day: 'today',
  sheets: [],
  content,
})
const contentOf = (content: unknown) => readDrawing(drawingOf(content))?.content

describe('a drawing as it is read', () => {
  it('keeps words and elements with what dresses and names them', () => {
    const row = element('a', { class: 'row', href: '/messages/sessions/1', 'data-unread': 'true' }, [
      element('time', { datetime: '2026-11-22' }, ['10:24']),
      'said something',
    ])
    expect(contentOf(element('ul', { 'aria-label': 'Conversations' }, [row]))).toEqual(
      element('ul', { 'aria-label': 'Conversations' }, [row]),
    )
  })

  it.each(['script', 'iframe', 'object', 'form', 'input', 'style', 'link'])('leaves out a %s', (tag) => {
    expect(contentOf(element('div', {}, [element(tag), 'words']))).toEqual(element('div', {}, ['words']))
  })

  it.each([
    { onclick: 'alert(1)' },
    { style: 'background: url(//elsewhere)' },
    { href: '//elsewhere' },
    { href: '/\\elsewhere' },
    { href: 'javascript:alert(1)' },
    { id: 'taken' },
    { class: 3 },
  ])('leaves out an attribute that the list does not have: %j', (attributes) => {
    expect(contentOf(element('a', attributes))).toEqual(element('a'))
  })

  it.each([
    undefined,
    'nonsense',
    drawingOf('words alone'),
    drawingOf(element('script')),
    { ...drawingOf(element('div')), sheets: [1] },
    { ...drawingOf(element('div')), frame: 7 },
  ])('is none when it is something else: %j', (value) => {
    expect(readDrawing(value)).toBeUndefined()
  })
})
