/** Bytes of a file from `start` up to and including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The store of files cannot be read or written at the moment. Nothing was lost: the operation may be repeated, and a
 * file is stored completely or not at all.
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
  /** Whether the store refused the operation, for example because of a wrong setting, instead of being away. */
  readonly isRefused: boolean

  constructor(message: string, isRefused = false) {
    super(message)
    this.isRefused = isRefused
  }
}

/**
 * Bytes by key; keys consist of letters, digits, dots, hyphens and slashes. Every operation rejects with
 * FilesUnavailable while the store is away.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The whole file or a range of it. */
  get(key: string, range?: ByteRange): Promise<Uint8Array | undefined>
  /**
   * The same bytes, read piece by piece as the reader takes them. Omitted by a host whose files are in memory. The
   * stream must be read or cancelled.
   */
  stream?(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>
  /** Resolves also if there is no such file. */
  remove(key: string): Promise<void>
  /** Resolves while files can be read. Omitted by a host whose files are in memory. */
  check?(): Promise<void>
}

/** @throws if a key has other characters than those that keys consist of */
export function assertFileKey(key: string): void {
  const isPlain = /^[\w-]+(\/[\w-]+(\.[\w-]+)*)*$/.test(key)
  if (!isPlain) throw new Error('A key of a stored file holds what no key may hold')
}
