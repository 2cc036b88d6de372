import { expect, it } from 'vitest'
import { safeRedirect } from '#domain/forms/safe-redirect.ts'

it.each(['/messages', '/messages/sessions/5?search=7&fromUnread=1', '/contact#top', '/users/9?from=onboard'])(
  'accepts a path on the own origin: %s',
  (path) => {
    expect(safeRedirect(path)).toBe(path)
  },
)

it.each([
  undefined,
  '',
  'messages',
  'https://evil.example/x',
  '//evil.example/x',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
])('refuses what may leave the origin: %j', (path) => {
  expect(safeRedirect(path)).toBeUndefined()
})
