/** Bytes of a file from `start` up to and including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Parses a Range header for a file of `size` bytes. Only a single range is supported; several ranges, or an invalid
 * header, count as none.
 * @returns undefined for the whole file, `outside` for a range beyond it
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  // Without a first byte it means the last bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start > end ? 'outside' : { start, end }
}
