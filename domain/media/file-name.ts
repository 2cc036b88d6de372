/** Longest name of a file that is passed on, in UTF-16 units; most file systems allow no more. */
const longestName = 255
/** Control characters and those that turn the direction of writing, by which "gpj.exe" would look like a picture. */
const misleading = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A file's name as others may see and store it: its last part, in plain characters, its end kept when it is too long. */
export function plainFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(misleading, '').trim()
  if (plain.length <= longestName) return plain === '' ? unnamed : plain
  const extension = /\.[^.]{1,16}$/u.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, longestName - extension.length).replace(/\p{Cs}$/u, '')}${extension}`
}

const unnamed = 'file'
