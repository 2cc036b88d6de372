import { expect, it } from 'vitest'
import { rejectionNotice } from '#domain/notification/toast.ts'

it('shows a rejection by the text of the server, else by its key with its values [ERR-02]', () => {
  const rejection = { key: 'errors.string.max-length', values: { count: 20 } }
  expect(rejectionNotice({ ...rejection, text: 'Too long' })).toEqual({ kind: 'error', text: 'Too long' })
  expect(rejectionNotice(rejection)).toEqual({ kind: 'error', ...rejection })
  expect(rejectionNotice({ key: 'errors.network' })).toEqual({ kind: 'error', key: 'errors.network' })
})
