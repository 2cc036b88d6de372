import type { Collection, CollectionType } from '#schemas/translate/collections.ts'
import { dayNumber } from '../formats/calendar.ts'

/** The filters of the list, with their names in its hash [COLL-01]. */
export const collectionFilters = ['all', 'text', 'media', 'files', 'audio'] as const
export type CollectionFilter = (typeof collectionFilters)[number]

const typesOf: Readonly<Record<CollectionFilter, readonly CollectionType[]>> = {
  all: ['text', 'image', 'video', 'audio', 'file'],
  text: ['text'],
  media: ['image', 'video'],
  files: ['file'],
  audio: ['audio'],
}

/** Returns the filter of a hash, with or without its #; all for any other [COLL-01]. */
export const readCollectionFilter = (hash: string): CollectionFilter =>
  collectionFilters.find((filter) => filter === hash.replace(/^#/, '')) ?? 'all'

/** The items saved on one day. */
export interface CollectionDay {
  readonly day: number
  /** A moment of that day, ms. */
  readonly at: number
  readonly items: readonly Collection[]
}

const newestFirst = (items: readonly Collection[]): readonly Collection[] =>
  items.toSorted((left, right) => right.savedAt - left.savedAt || right.id - left.id)

/** Whether the item opens in the full-page viewer, as one of several [COLL-06]. */
export const isSavedMediaItem = ({ type }: Pick<Collection, 'type'>): boolean => typesOf.media.includes(type)

/** Returns the pictures and videos among the items, in the order of the list [COLL-06]. */
export const savedMedia = (items: readonly Collection[]): readonly Collection[] =>
  newestFirst(items.filter(isSavedMediaItem))

/**
 * Returns the filtered items, newest first, grouped by the day of saving [COLL-02]; `zone` is the device's if absent.
 */
export function groupCollectionsByDay(
  items: readonly Collection[],
  filter: CollectionFilter,
  zone?: string,
): readonly CollectionDay[] {
  const wanted = items.filter(({ type }) => typesOf[filter].includes(type))
  const days: { day: number; at: number; items: Collection[] }[] = []
  for (const item of newestFirst(wanted)) {
    const day = dayNumber(item.savedAt, zone)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, at: item.savedAt, items: [item] })
  }
  return days
}
