import { expect, it } from 'vitest'
import { isPartMissing } from '#src/routes/error-screens.tsx'

it.each([
  ['Failed to fetch dynamically imported module: https://chat.example/assets/account-x.js', true],
  ['error loading dynamically imported module: https://chat.example/assets/account-x.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/account-x.css', true],
  ['Failed to fetch', false],
  ['Cannot read properties of undefined', false],
])('a page that fails with "%s" misses a part of the app: %s', (message, isMissing) => {
  expect(isPartMissing(new TypeError(message))).toBe(isMissing)
  expect(isPartMissing(message)).toBe(false)
})
