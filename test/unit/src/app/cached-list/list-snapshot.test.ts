import { describe, expect, it } from 'vitest'
import { readSnapshot } from '#src/app/cached-list/list-snapshot.ts'

const element = (tag: string, attributes: object = {}, children: readonly unknown[] = []) => ({
  tag,
  attributes,
  style: '',
  children,
})
const snapshotOf = (content: unknown) => ({
  frame: 'full',
  locale: 'en-US',
  day: 'today',
  sheets: [],
  content,
})
const contentOf = (content: unknown) => readSnapshot(snapshotOf(content))?.content

describe('readSnapshot', () => {
  it('keeps text and elements with their classes, links and labels', () => {
    const row = element('a', { class: 'row', href: '/messages/sessions/1', 'data-unread': 'true' }, [
      element('time', { datetime: '2026-11-22' }, ['10:24']),
      'said something',
    ])
    expect(contentOf(element('ul', { 'aria-label': 'Conversations' }, [row]))).toEqual(
      element('ul', { 'aria-label': 'Conversations' }, [row]),
    )
  })

  it.each(['script', 'iframe', 'object', 'form', 'input', 'style', 'link'])('omits a %s element', (tag) => {
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
  ])('omits an attribute that is not allowed: %j', (attributes) => {
    expect(contentOf(element('a', attributes))).toEqual(element('a'))
  })

  it.each([
    undefined,
    'nonsense',
    snapshotOf('only a text'),
    snapshotOf(element('script')),
    { ...snapshotOf(element('div')), sheets: [1] },
    { ...snapshotOf(element('div')), frame: 7 },
  ])('returns undefined for a value of another shape: %j', (value) => {
    expect(readSnapshot(value)).toBeUndefined()
  })
})
