/** Bytes of a file from `start` up to and including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads a Range header against a file of `size` bytes, for players that seek. One range is understood; several, and
 * what is no range of bytes, count as if nothing had been asked for.
 * @returns undefined for the whole file, `outside` for a range that holds nothing of it
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  // Without a first byte it means that many of the last ones.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start > end ? 'outside' : { start, end }
}
