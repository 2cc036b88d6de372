import { expect, it } from 'vitest'
import { redirectTarget } from '#domain/forms/redirect-target.ts'

it.each(['/messages', '/messages/sessions/5?search=7&fromUnread=1', '/contact#top', '/users/9?from=onboard'])(
  'goes where it was asked to: %s',
  (path) => {
    expect(redirectTarget(path, '/messages')).toBe(path)
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
  '/auth/sign-in?redirect=/auth/sign-in',
])('falls back to messages for what may leave the origin or loop: %j', (path) => {
  expect(redirectTarget(path, '/messages')).toBe('/messages')
})
