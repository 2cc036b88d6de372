import { expect, it } from 'vitest'
import { checkAvatarFile } from '#domain/forms/profile-form.ts'

const tooLarge = { key: 'errors.file-size-limit', values: { limit: '2 MB' } }

it.each([
  ['image/png', 1_999_999, undefined],
  ['image/png', 2_000_000, tooLarge],
  ['image/png', 2_100_000, tooLarge],
] as const)('rejects a picture that is not below 2 MB: %s of %d bytes [ME-14]', (type, size, error) => {
  expect(checkAvatarFile({ type, size }, 2)).toEqual(error)
})

it.each([
  ['image/png', 0],
  ['text/plain', 10],
  ['', 10],
] as const)('rejects a file that is no picture: %j of %d bytes', (type, size) => {
  expect(checkAvatarFile({ type, size }, 2)).toEqual({ key: 'errors.invalid-file' })
})
