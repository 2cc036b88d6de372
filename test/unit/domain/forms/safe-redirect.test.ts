import { expect, it } from 'vitest'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'

it.each([
  '/messages',
  '/messages/sessions/5?search=7&fromUnread=1',
  '/messages/sessions/12?search=3#x',
  '/contact#top',
  '/users/9?from=onboard',
  '/',
  '/messages?next=https://example.org',
])('safeRedirect keeps a path on the own origin: %s', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

it('safeRedirect normalises a path', () => {
  expect(safeRedirect('/a/../messages')).toBe('/messages')
})

it.each([
  undefined,
  '',
  'messages',
  'https://evil.example/x',
  'https://evil.example/messages',
  'javascript:alert(1)',
  '//evil.example',
  '//evil.example/x',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\n//evil.example',
  ' /messages',
  '/messages\u0000',
])('safeRedirect rejects %j, which leads or may lead to another origin', (path) => {
  expect(safeRedirect(path)).toBeUndefined()
})
