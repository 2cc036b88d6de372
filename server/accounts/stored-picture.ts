/** Pictures a browser draws without ever running anything in them; SVG is not among them. */
export const pictureTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
])

const folder = '/files/avatars/'

/** Whether an address names a picture uploaded here. Any other host would learn who views it. */
export const isStoredPicture = (address: string): boolean =>
  address.startsWith(folder) && avatarTypeOf(address.slice(folder.length)) !== undefined

/** The type of a stored picture by its name, or undefined when no picture can have that name. */
export function avatarTypeOf(name: string): string | undefined {
  const [, extension] = /^[0-9a-f]{40}\.([a-z]{3,4})$/.exec(name) ?? []
  return extension === undefined ? undefined : pictureTypes.get(extension)
}
