/** A sticker of the app. */
export interface BuiltInSticker {
  /** The emote's id on the wire [STICK-08]. */
  readonly id: number
  readonly classId: number
  /** The key of its text in the catalogs, and its file name. */
  readonly name: string
  readonly path: string
}

/** All stickers of the app have this path. */
const stickersPath = '/stickers/'

/** The classes in order, with the stickers of each in order. */
const table: readonly (readonly string[])[] = [
  ['dog', 'cat', 'panda', 'fox', 'penguin', 'frog', 'unicorn', 'octopus', 'monkey', 'chick'],
  [
    ...['party-popper', 'birthday-cake', 'gift', 'balloon', 'sparkler'],
    ...['trophy', 'star', 'rocket', 'rainbow', 'hundred'],
  ],
  [
    ...['hot-drink', 'pizza', 'ice-cream', 'popcorn', 'watermelon'],
    ...['two-hearts', 'fire', 'sleeping-sign', 'music', 'flower'],
  ],
]

/** A class id is multiplied by this to form the prefix of its stickers' ids. */
const classStep = 100

export const builtInStickers: readonly BuiltInSticker[] = table.flatMap((names, index) =>
  names.map((name, place) => ({
    id: (index + 1) * classStep + place + 1,
    classId: index + 1,
    name,
    path: `${stickersPath}${name}.webp`,
  })),
)

const byPath: ReadonlyMap<string, BuiltInSticker> = new Map(
  builtInStickers.map((sticker) => [sticker.path, sticker]),
)

/** Returns the sticker of the app with this path; undefined for any other. */
export const findBuiltInSticker = (path: string): BuiltInSticker | undefined => byPath.get(path)

const stickerPath = /^\/stickers\/[a-z0-9-]{1,64}\.webp$/

/** Whether a path can belong to a sticker of any version of the app: always the own origin. */
export const isBuiltInStickerPath = (path: string): boolean => stickerPath.test(path)
