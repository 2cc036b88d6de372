import { describe, expect, it } from 'vitest'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'

describe('safeRedirect', () => {
  it.each([
    ['/messages', '/messages'],
    ['/messages/sessions/12?search=3#x', '/messages/sessions/12?search=3#x'],
    ['/', '/'],
    ['/messages?next=https://example.org', '/messages?next=https://example.org'],
    ['/a/../messages', '/messages'],
  ])('keeps %s within the site', (target, kept) => expect(safeRedirect(target)).toBe(kept))

  it.each([
    undefined,
    '',
    'messages',
    'https://evil.example/messages',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /messages',
    '/messages\u0000',
  ])('refuses %j, which leads or may lead elsewhere', (target) =>
    expect(safeRedirect(target)).toBeUndefined(),
  )
})
