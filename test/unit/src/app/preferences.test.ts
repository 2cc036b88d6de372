import { describe, expect, it } from 'vitest'
import {
  clampListWidth,
  createPreferences,
  initialPreferences,
  parsePreferences,
  preferencesKey,
} from '#src/app/preferences.ts'

const memory = (kept: string | null = null) => {
  const written = new Map<string, string>(kept === null ? [] : [[preferencesKey, kept]])
  return {
    written,
    storage: {
      getItem: (key: string) => written.get(key) ?? null,
      setItem: (key: string, value: string) => void written.set(key, value),
    },
  }
}

describe('parsePreferences', () => {
  it.each([null, '', 'nonsense', 'null', '7', '[]'])('falls back to the defaults for %j', (stored) => {
    expect(parsePreferences(stored)).toEqual(initialPreferences)
  })

  it('keeps each field that fits and drops each that does not', () => {
    const stored = JSON.stringify({
      locale: 'vi-VN',
      scheme: 'sepia',
      theme: 'tide',
      displayMode: 'mobile',
      listWidth: 'wide',
      columnWidth: 1000,
      isMotionReduced: 'yes',
      hasCheckedCompatibility: true,
      hasAskedToNotify: true,
    })
    expect(parsePreferences(stored)).toEqual({
      ...initialPreferences,
      locale: 'vi-VN',
      theme: 'tide',
      displayMode: 'mobile',
      columnWidth: 480,
      hasCheckedCompatibility: true,
      hasAskedToNotify: true,
    })
  })
})

describe('the last sign-in', () => {
  const number = { country: 'TW', phone: '912345678' }
  it.each([
    [
      { method: 'code', number },
      { method: 'code', number },
    ],
    [{ method: 'password', number: { phone: 7 } }, { method: 'password' }],
    [{ method: 'face', number }, undefined],
    ['code', undefined],
  ])('%j is read as %j', (lastSignIn, expected) => {
    expect(parsePreferences(JSON.stringify({ lastSignIn })).lastSignIn).toEqual(expected)
  })
})

describe('the view of the emoji panel', () => {
  it.each([
    ['custom-sticker', 'custom-sticker'],
    ['sticker', 'sticker'],
    ['gifs', 'emoji'],
  ])('%j, seen last, opens first as %j [VIEW-35]', (stored, expected) => {
    expect(parsePreferences(JSON.stringify({ emojiView: stored })).emojiView).toBe(expected)
  })
})

describe('clampListWidth', () => {
  it.each([
    [100, 320],
    [320, 320],
    [366.6, 367],
    [420, 420],
    [900, 420],
  ])('makes %d px %d px', (asked, shown) => expect(clampListWidth(asked)).toBe(shown))
})

describe('createPreferences', () => {
  it('remembers a change for the next start and notifies subscribers', () => {
    const { storage } = memory()
    const preferences = createPreferences(storage)
    let told = 0
    preferences.subscribe(() => {
      told += 1
    })
    preferences.change({ scheme: 'dark', listWidth: 400 })
    expect(told).toBe(1)
    expect(createPreferences(storage).get()).toEqual({
      ...initialPreferences,
      scheme: 'dark',
      listWidth: 400,
    })
  })

  it('works without a storage that throws', () => {
    const reject = () => {
      throw new Error('forbidden')
    }
    const preferences = createPreferences({ getItem: reject, setItem: reject })
    preferences.change({ theme: 'grove' })
    expect(preferences.get()).toEqual({ ...initialPreferences, theme: 'grove' })
  })
})
