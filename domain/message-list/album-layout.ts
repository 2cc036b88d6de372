import { type PixelSize, pictureBox } from '../media/picture-size.ts'
import { type AlbumPart, isSameSend, isVisual, sharedLength } from './album.ts'

/** The most pictures and videos of one album. */
export const mostInAlbum = 9

/** The album of a part, by its index in the send. A tenth picture begins another album. */
const albumNumber = ({ clientId: id }: AlbumPart): number =>
  Math.floor(Number.parseInt(id?.slice(sharedLength) ?? '', 36) / mostInAlbum)

/**
 * Returns the number of messages from `index` on that are drawn as one album: its pictures and videos, and the text of
 * the send as their caption; undefined if no album begins there. Depends only on the messages and on `isJoined`, which
 * tells whether a message continues the run of the one before it.
 */
export function albumAt(
  messages: readonly AlbumPart[],
  index: number,
  isJoined: (index: number) => boolean,
): { readonly pictures: number; readonly hasCaption: boolean } | undefined {
  const first = messages[index]
  if (first === undefined || !isVisual(first)) return undefined
  const belongs = (at: number): boolean => isSameSend(first, messages[at]) && isJoined(at)
  let end = index + 1
  for (let next = messages[end]; next !== undefined && belongs(end); next = messages[end]) {
    if (!isVisual(next) || albumNumber(next) !== albumNumber(first)) break
    end += 1
  }
  if (end - index < 2) return undefined
  return { pictures: end - index, hasCaption: messages[end]?.type === 'txt' && belongs(end) }
}

/** A range of messages, from `start` up to, not including, `end`. */
interface MessageRange {
  readonly start: number
  readonly end: number
}

/** Returns the range with the other parts of the sends at its ends, so that it cuts no album. */
export function withWholeSends<Range extends MessageRange>(
  messages: readonly AlbumPart[],
  range: Range,
): Range {
  let { start, end } = range
  while (start > 0 && isSameSend(messages[start - 1], messages[start])) start -= 1
  while (end < messages.length && isSameSend(messages[end - 1], messages[end])) end += 1
  return start === range.start && end === range.end ? range : { ...range, start, end }
}

/** The place of a picture in its album, as fractions of the album's width and height. */
export interface Tile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface AlbumLayout {
  /** Aspect ratio of the album, width by height. */
  readonly ratio: number
  /** Aspect ratio of its highest row. */
  readonly highestRow: number
  readonly tiles: readonly Tile[]
}

/** The limits of a row's aspect ratio. Beyond them pictures are cropped. */
const rowLimits = { least: 1.3, most: 5 }
/** The aspect ratios between which a picture is not cropped. */
const tileLimits = { least: 0.6, most: 2 }
const mostInRow = 3

/**
 * Returns the places of two to nine pictures in rows of equal width. Of all divisions into rows it takes the one with
 * the most equal tiles whose height suits their number. Known before any picture has loaded.
 */
export function albumLayout(sizes: readonly Partial<PixelSize>[]): AlbumLayout {
  const ratios = sizes.map((size) =>
    Math.min(tileLimits.most, Math.max(tileLimits.least, pictureBox(size).ratio)),
  )
  const [first, ...others] = divisions(ratios).map(toRows)
  if (first === undefined) return { ratio: 1, highestRow: 1, tiles: [] }
  return placed(others.reduce((best, rows) => (costOf(rows) < costOf(best) ? rows : best), first))
}

interface AlbumRow {
  /** Width by height of the row. */
  readonly ratio: number
  /** The share of each picture in the width. */
  readonly shares: readonly number[]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** All ways to divide the pictures into rows, in order. */
function divisions(ratios: readonly number[]): readonly (readonly (readonly number[])[])[] {
  if (ratios.length === 0) return [[]]
  return [1, 2, 3].flatMap((count) =>
    count > Math.min(mostInRow, ratios.length)
      ? []
      : divisions(ratios.slice(count)).map((rest) => [ratios.slice(0, count), ...rest]),
  )
}

const toRows = (rows: readonly (readonly number[])[]): readonly AlbumRow[] =>
  rows.map((ratios) => ({
    ratio: Math.min(rowLimits.most, Math.max(rowLimits.least, sum(ratios))),
    shares: ratios.map((ratio) => ratio / sum(ratios)),
  }))

const heightOf = (rows: readonly AlbumRow[]): number => sum(rows.map(({ ratio }) => 1 / ratio))

/**
 * Lower is better: unequal areas cost, and so does a height that does not suit the number of pictures, most of all one
 * that is greater than the width.
 */
function costOf(rows: readonly AlbumRow[]): number {
  const areas = rows.flatMap(({ ratio, shares }) => shares.map((share) => share / ratio))
  const mean = sum(areas) / areas.length
  const wanted = 0.45 + 0.09 * areas.length
  const unequal = sum(areas.map((area) => Math.abs(Math.log(area / mean)))) / areas.length
  const height = heightOf(rows)
  return unequal + Math.abs(Math.log(height / wanted)) + Math.max(0, Math.log(height))
}

function placed(rows: readonly AlbumRow[]): AlbumLayout {
  const total = heightOf(rows)
  const tiles: Tile[] = []
  let top = 0
  for (const { ratio, shares } of rows) {
    const height = 1 / ratio / total
    let left = 0
    for (const width of shares) {
      tiles.push({ left, top, width, height })
      left += width
    }
    top += height
  }
  return { ratio: 1 / total, highestRow: Math.min(...rows.map(({ ratio }) => ratio)), tiles }
}
