import { describe, expect, it } from 'vitest'
import { sendsMessage } from '#src/features/conversation/composer/textbox.ts'
import { createDraftSaver, draftDelay } from '#src/features/conversation/composer/use-draft.ts'

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

describe('a draft', () => {
  const start = (saved = '') => {
    const saves: string[] = []
    let waiting: (() => void) | undefined
    const timers = {
      setTimeout: (callback: () => void, delay: number) => {
        expect(delay).toBe(draftDelay)
        waiting = callback
        return 1
      },
      clearTimeout: () => {
        waiting = undefined
      },
    }
    const saver = createDraftSaver(saved, (text) => saves.push(text), timers)
    return { saver, saves, pass: () => waiting?.(), isWaiting: () => waiting !== undefined }
  }

  it('is saved within half a second of its first change, however long the typing goes on', () => {
    const { saver, saves, pass } = start()
    for (const text of ['h', 'he', 'hel']) saver.edit(text)
    expect(saves).toEqual([])
    pass()
    expect(saves).toEqual(['hel'])
    expect(draftDelay).toBeLessThanOrEqual(500)
  })
  it('is saved again after the next change', () => {
    const { saver, saves, pass } = start()
    saver.edit('a')
    pass()
    saver.edit('ab')
    pass()
    expect(saves).toEqual(['a', 'ab'])
  })
  it('is saved immediately on leaving, and only once', () => {
    const { saver, saves, isWaiting } = start()
    saver.edit('half')
    saver.flush()
    saver.flush()
    expect(saves).toEqual(['half'])
    expect(isWaiting()).toBe(false)
  })
  it('is not saved when it is unchanged', () => {
    const { saver, saves, pass } = start('same')
    saver.edit('other')
    saver.edit('same')
    pass()
    saver.flush()
    expect(saves).toEqual([])
  })
})
