/** The address of a message's file and its known metadata. */
export interface MediaAddress {
  /** Path on the file host, without a query. */
  readonly path: string
  /** Name of the stored file, the last part of the path. */
  readonly name: string
  /** Pixels; undefined if unknown. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** Playing time, seconds; undefined if unknown. */
  readonly seconds?: number | undefined
}

/** Metadata of a file that its address may contain. */
export interface MediaMetadata {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly seconds?: number | undefined
}

/** All files of messages have this path. A message never names another path or origin. */
export const messageFilesPath = '/files/messages/'

const namePattern = '[0-9a-f]{40}\\.[a-z0-9]{3,4}'
const storedName = new RegExp(`^${namePattern}$`)
const mediaBody = new RegExp(`^(${messageFilesPath}(${namePattern}))(?:\\?((?:[wht]=\\d{1,6}(?:&|$))+))?$`)

/** Whether a stored file of a message can have this name. */
export const isStoredName = (name: string): boolean => storedName.test(name)

/** Parses the body of a media message; undefined if it names anything but a stored file [MEDIA-19]. */
export function readMediaAddress(body: string): MediaAddress | undefined {
  const found = mediaBody.exec(body)
  const [, path, name, query] = found ?? []
  if (path === undefined || name === undefined) return undefined
  const values = new URLSearchParams(query ?? '')
  const figure = (key: string) => readFigure(values.get(key))
  return { path, name, width: figure('w'), height: figure('h'), seconds: figure('t') }
}

/**
 * Returns the body of a media message: the stored address with the known width, height and duration in its query
 * [MEDIA-33].
 */
export function writeMediaAddress(path: string, { width, height, seconds }: MediaMetadata): string {
  const metadata = [
    ...(isFigure(width) && isFigure(height) ? [`w=${Math.round(width)}`, `h=${Math.round(height)}`] : []),
    ...(isFigure(seconds) ? [`t=${wholeSeconds(seconds)}`] : []),
  ]
  return metadata.length === 0 ? path : `${path}?${metadata.join('&')}`
}

/**
 * Returns a duration in whole seconds, at least 1 for anything that plays; 0 means unknown. Fractions are cut off, as by
 * `playingTime`, so that a recording has the same length before and after it is sent.
 */
export const wholeSeconds = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.floor(seconds)) : 0)

/** A larger number could not be parsed again. */
const largestFigure = 999_999
const isFigure = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && value <= largestFigure

const readFigure = (value: string | null): number | undefined => {
  const figure = Number(value ?? 0)
  return figure > 0 ? figure : undefined
}
