/** A sticker that comes with the app. */
export interface BuiltInSticker {
  /** Of the emote, as the wire has it [STICK-08]. */
  readonly id: number
  readonly classId: number
  /** Names its text in the catalogs, and its file. */
  readonly name: string
  readonly path: string
}

/** All stickers of the app lie under this path. */
const stickersPath = '/stickers/'

/** The classes in their order, and the stickers of each in theirs. */
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

/** What an id of a class is multiplied by to be in front of those of its stickers. */
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

/** The sticker of the app that lies there; undefined for every other address. */
export const findBuiltInSticker = (path: string): BuiltInSticker | undefined => byPath.get(path)

const stickerPath = /^\/stickers\/[a-z0-9-]{1,64}\.webp$/

/** Whether an address can be that of a sticker of some version of the app: always its own origin, never another file. */
export const isBuiltInStickerPath = (path: string): boolean => stickerPath.test(path)
