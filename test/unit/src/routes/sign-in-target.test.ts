import { expect, it } from 'vitest'
import { signInTarget } from '#src/routes/search-params.ts'

it.each([
  ['/contact', '/contact'],
  ['/messages/sessions/5?search=7', '/messages/sessions/5?search=7'],
  [undefined, '/messages'],
  ['', '/messages'],
  ['//evil.example', '/messages'],
  ['https://evil.example/contact', '/messages'],
  ['/auth/sign-in?redirect=/auth/sign-in', '/messages'],
  ['/auth/../auth/switch', '/messages'],
])('after signing in, the redirect %j leads to %s', (redirect, target) => {
  expect(signInTarget(redirect)).toBe(target)
})
