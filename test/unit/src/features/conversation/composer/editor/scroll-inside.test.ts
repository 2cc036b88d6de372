import type { EditorView } from 'prosemirror-view'
import { describe, expect, it } from 'vitest'
import { scrollInside } from '#src/features/conversation/composer/editor/create-editor.ts'

/** A textbox of 100 px at 700, scrolled by 50, with its cursor at `top`. */
function textbox(top: number, scrollHeight: number) {
  const dom = {
    scrollHeight,
    clientHeight: 100,
    scrollTop: 50,
    getBoundingClientRect: () => ({ top: 700, bottom: 800 }),
  }
  const view = { dom, state: { selection: { head: 1 } }, coordsAtPos: () => ({ top, bottom: top + 20 }) }
  return { dom, view: view as unknown as Pick<EditorView, 'dom' | 'state' | 'coordsAtPos'> }
}

describe('the cursor of the textbox', () => {
  it.each([
    { where: 'below what is seen', top: 810, scrollHeight: 400, scrollTop: 85 },
    { where: 'at its lower edge', top: 778, scrollHeight: 400, scrollTop: 53 },
    { where: 'above what is seen', top: 660, scrollHeight: 400, scrollTop: 5 },
    { where: 'in view', top: 740, scrollHeight: 400, scrollTop: 50 },
    { where: 'in a text that fits', top: 810, scrollHeight: 100, scrollTop: 50 },
  ])('$where: scrolls to $scrollTop', ({ top, scrollHeight, scrollTop }) => {
    const { dom, view } = textbox(top, scrollHeight)
    expect(scrollInside(view)).toBe(true)
    expect(dom.scrollTop).toBe(scrollTop)
  })
})
