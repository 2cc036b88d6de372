/** Where a file of a message lies and what is known of it before it is loaded. */
export interface MediaAddress {
  /** Path on the file host, without a query. */
  readonly path: string
  /** Name of the stored file, the last part of the path. */
  readonly name: string
  /** Pixels; undefined when they are not known. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** How long it plays; undefined when that is not known. */
  readonly seconds?: number | undefined
}

/** What is known of a file that its address may tell. */
export interface MediaFigures {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly seconds?: number | undefined
}

/** All files of messages lie under this path; a message never names another place or another origin. */
export const messageFilesPath = '/files/messages/'

const namePattern = '[0-9a-f]{40}\\.[a-z0-9]{3,4}'
const storedName = new RegExp(`^${namePattern}$`)
const mediaBody = new RegExp(`^(${messageFilesPath}(${namePattern}))(?:\\?((?:[wht]=\\d{1,6}(?:&|$))+))?$`)

/** Whether a stored file of a message can have this name. */
export const isStoredName = (name: string): boolean => storedName.test(name)

/** Reads the body of a media message; undefined when it names anything but a stored file [MEDIA-19]. */
export function readMediaAddress(body: string): MediaAddress | undefined {
  const found = mediaBody.exec(body)
  const [, path, name, query] = found ?? []
  if (path === undefined || name === undefined) return undefined
  const values = new URLSearchParams(query ?? '')
  const figure = (key: string) => readFigure(values.get(key))
  return { path, name, width: figure('w'), height: figure('h'), seconds: figure('t') }
}

/** The body of a media message: the stored address with width, height and duration in its query, as far as known [MEDIA-33]. */
export function writeMediaAddress(path: string, { width, height, seconds }: MediaFigures): string {
  const figures = [
    ...(isFigure(width) && isFigure(height) ? [`w=${Math.round(width)}`, `h=${Math.round(height)}`] : []),
    ...(isFigure(seconds) ? [`t=${wholeSeconds(seconds)}`] : []),
  ]
  return figures.length === 0 ? path : `${path}?${figures.join('&')}`
}

/** A duration as messages tell it: what plays at all plays for a second; 0 is not known. */
export const wholeSeconds = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds)) : 0)

/** Above this a figure is nothing that could be read back. */
const largestFigure = 999_999
const isFigure = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && value <= largestFigure

const readFigure = (value: string | null): number | undefined => {
  const figure = Number(value ?? 0)
  return figure > 0 ? figure : undefined
}
