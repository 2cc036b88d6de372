import { describe, expect, it } from 'vitest'
import { StorageError, storageErrorOf } from '#streams/storage/storage-error.ts'

const named = (name: string, more: object = {}) => Object.assign(new Error('what went wrong'), { name }, more)

describe('a fault of the storage', () => {
  it.each([
    { cause: new DOMException('full', 'QuotaExceededError'), kind: 'quota-exceeded' },
    {
      cause: named('AbortError', { inner: new DOMException('full', 'QuotaExceededError') }),
      kind: 'quota-exceeded',
    },
    { cause: named('DatabaseClosedError'), kind: 'connection-lost' },
    {
      cause: new DOMException(
        "Failed to execute 'transaction': The database connection is closing.",
        'InvalidStateError',
      ),
      kind: 'connection-lost',
    },
    {
      cause: new DOMException('Connection to Indexed Database server lost. Refresh the page', 'UnknownError'),
      kind: 'connection-lost',
    },
    { cause: named('AbortError', { inner: null }), kind: 'connection-lost' },
    { cause: new DOMException('Internal error', 'UnknownError'), kind: 'unknown' },
    { cause: new DOMException('too old', 'VersionError'), kind: 'newer-version' },
    { cause: named('OpenFailedError', { inner: named('VersionError') }), kind: 'newer-version' },
    { cause: named('MissingAPIError'), kind: 'unavailable' },
    { cause: new DOMException('denied', 'SecurityError'), kind: 'unavailable' },
    { cause: new StorageError('blocked'), kind: 'blocked' },
  ])('is $kind for $cause', ({ cause, kind }) => {
    expect(storageErrorOf(cause)).toMatchObject({ name: 'StorageError', kind })
  })

  it.each([new Error('a mistake'), named('DataCloneError'), named('ConstraintError'), 'text', null])(
    'is undefined for %o',
    (cause) => {
      expect(storageErrorOf(cause)).toBeUndefined()
    },
  )
})
