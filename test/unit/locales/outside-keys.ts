/**
 * Keys of the specification that a server, a stored account or a form schema may produce, without a literal in the
 * source.
 */
const outsideKeys: ReadonlySet<string> = new Set([
  'errors.too-big',
  'errors.too-small',
  'errors.value-not-valid',
  'errors.value-required',
  'errors.string.length',
  'errors.string.min-length',
  'errors.string.max-length',
  'errors.file-size-limit',
  'errors.invalid-file',
  'errors.password-not-matched',
  'errors.storage-restart',
  'common.add-success',
  'common.delete-success',
  'common.rename-success',
  'common.submit-success',
  'common.submit-failed',
  'connection.disconnected',
  'errors.upload-quota',
])

export const isKnownFromOutside = (id: string): boolean => outsideKeys.has(id)
