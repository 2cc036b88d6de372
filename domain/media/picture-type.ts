import { textAt } from './picture-parts.ts'

const brandOf = (bytes: Uint8Array): string => (textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 4) : '')

const types: readonly { readonly type: string; readonly isType: (bytes: Uint8Array) => boolean }[] = [
  { type: 'image/png', isType: (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', isType: (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff' },
  { type: 'image/gif', isType: (bytes) => /^GIF8[79]a/.test(textAt(bytes, 0, 6)) },
  {
    type: 'image/webp',
    isType: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
  },
  { type: 'image/avif', isType: (bytes) => /^avi[fs]$/.test(brandOf(bytes)) },
  { type: 'image/heic', isType: (bytes) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brandOf(bytes)) },
  { type: 'image/bmp', isType: (bytes) => textAt(bytes, 0, 2) === 'BM' },
]

/** What kind of picture it is by its first bytes, whatever it is called; undefined for what we do not know. */
export const pictureType = (bytes: Uint8Array): string | undefined =>
  types.find(({ isType }) => isType(bytes))?.type
