/** Where a file of a message lies and what is known of it before it is loaded. */
export interface MediaAddress {
  /** Path on the file host, without a query. */
  readonly path: string
  /** Name of the stored file, the last part of the path. */
  readonly name: string
  /** Pixels; undefined when they are not known. */
  readonly width: number | undefined
  readonly height: number | undefined
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
  return { path, name, width: readPixels(values.get('w')), height: readPixels(values.get('h')) }
}

/** The body of a media message: the stored address with width and height in its query [MEDIA-33]. */
export function writeMediaAddress(
  path: string,
  size: { readonly width?: number | undefined; readonly height?: number | undefined },
): string {
  const { width, height } = size
  return width && height ? `${path}?w=${Math.round(width)}&h=${Math.round(height)}` : path
}

const readPixels = (value: string | null): number | undefined => {
  const pixels = Number(value ?? 0)
  return pixels > 0 ? pixels : undefined
}
