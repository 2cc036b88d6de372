import { describe, expect, it } from 'vitest'
import { sendsMessage } from '#src/features/conversation/composer/textbox.ts'

const enter = {
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
}

describe('a key in the composer', () => {
  it.each([
    ['Enter where Enter sends [VIEW-50]', enter, true, true],
    ['Enter on a phone [VIEW-50]', enter, false, false],
    ['Ctrl+Enter anywhere', { ...enter, ctrlKey: true }, false, true],
    ['Command+Enter anywhere', { ...enter, metaKey: true }, false, true],
    ['Shift+Enter, which breaks the line [VIEW-50]', { ...enter, shiftKey: true }, true, false],
    ['Alt+Enter', { ...enter, altKey: true }, true, false],
    ['Enter that ends a composition [VIEW-51]', { ...enter, isComposing: true }, true, false],
    [
      'Enter in browsers that only give the composing code [VIEW-51]',
      { ...enter, keyCode: 229 },
      true,
      false,
    ],
    ['Ctrl+Enter while composing [VIEW-51]', { ...enter, ctrlKey: true, isComposing: true }, true, false],
    ['any other key', { ...enter, key: 'a', keyCode: 65 }, true, false],
  ])('%s: sends %s', (_, press, doesEnterSend, sends) => {
    expect(sendsMessage(press, doesEnterSend)).toBe(sends)
  })
})
