/** Picture types that a browser renders without running any script; SVG is not among them. */
export const pictureTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
])

const folder = '/files/avatars/'

/** Whether an address is that of a picture uploaded here. Any other host would learn who views it. */
export const isStoredPicture = (address: string): boolean =>
  address.startsWith(folder) && avatarTypeOf(address.slice(folder.length)) !== undefined

/** Returns the type of a stored picture by its name; undefined if it is no picture name. */
export function avatarTypeOf(name: string): string | undefined {
  const [, extension] = /^[0-9a-f]{40}\.([a-z]{3,4})$/.exec(name) ?? []
  return extension === undefined ? undefined : pictureTypes.get(extension)
}
