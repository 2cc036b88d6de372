import { describe, expect, it } from 'vitest'
import {
  findShortcut,
  isShortcut,
  type KeyPress,
  type Shortcut,
  shortcutGroups,
} from '#domain/keyboard/shortcuts.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})
const ctrl = { ctrlKey: true }
const meta = { metaKey: true }

describe('a shortcut', () => {
  it.each<[Shortcut, KeyPress]>([
    ['palette', press('k', ctrl)],
    ['palette', press('K', meta)],
    ['sheet', press('?', { shiftKey: true })],
    ['sheet', press('?')],
    ['sheet', press('/', ctrl)],
    ['nextConversation', press('ArrowDown', { altKey: true })],
    ['olderHit', press('F3')],
    ['newerHit', press('G', { ...meta, shiftKey: true })],
    ['rowMenu', press('F10', { shiftKey: true })],
  ])('%s is recognised by %j', (shortcut, keys) => expect(isShortcut(keys, shortcut)).toBe(true))

  it.each<[Shortcut, KeyPress]>([
    ['palette', press('k')],
    ['palette', press('k', { ...ctrl, ...meta })],
    ['palette', press('k', { ...ctrl, altKey: true })],
    ['palette', press('k', { ...ctrl, shiftKey: true })],
    ['sheet', press('/')],
    ['sheet', press('?', ctrl)],
    ['nextConversation', press('ArrowDown')],
    ['olderHit', press('F3', { shiftKey: true })],
    ['olderMessage', press('ArrowUp', { altKey: true })],
    ['delete', press('Delete', ctrl)],
    ['debug', press('d', { ...ctrl, altKey: true })],
  ])('%s is not recognised by %j', (shortcut, keys) => expect(isShortcut(keys, shortcut)).toBe(false))

  it('with a letter matches the physical key where the layout or Alt types another character', () => {
    expect(isShortcut(press('л', { ...ctrl, code: 'KeyK' }), 'palette')).toBe(true)
    const held = { ...ctrl, altKey: true, shiftKey: true }
    expect(isShortcut(press('Î', { ...held, code: 'KeyD' }), 'debug')).toBe(true)
    // Dvorak: the key of K types T.
    expect(isShortcut(press('t', { ...ctrl, code: 'KeyK' }), 'palette')).toBe(false)
  })
})

describe('the table of shortcuts', () => {
  it('holds each combination once within a group, so that a key press has one meaning there', () => {
    for (const group of Object.values(shortcutGroups)) {
      const all = Object.values<string>(group).flatMap((keys) => keys.split(' '))
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('finds the shortcut of a key press among several', () => {
    expect(findShortcut(press('End'), ['olderMessage', 'lastMessage'])).toBe('lastMessage')
    expect(findShortcut(press('End'), ['olderMessage'])).toBeUndefined()
  })
})
