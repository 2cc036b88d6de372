import type { MessageType } from '#schemas/message-types.ts'

/** Message types of the media screen and the viewer. */
export type MediaType = Extract<MessageType, 'pic' | 'video' | 'file'>

/** The media screen's tabs, with their names in its address [MEDIA-02] (DEC-97). */
export const mediaFilters = ['all', 'images', 'videos', 'files'] as const
export type MediaFilter = (typeof mediaFilters)[number]

const allTypes: readonly MediaType[] = ['pic', 'video', 'file']
const typesOfFilters: Readonly<Record<MediaFilter, readonly MediaType[]>> = {
  all: allTypes,
  images: ['pic'],
  videos: ['video'],
  files: ['file'],
}
/** The types that the viewer shows if its address names none. */
const viewedTypes: readonly MediaType[] = ['pic', 'video']

/** Returns the tab of an address by its hash, without `#`; the first tab for any other hash [ROUTE-17]. */
export const filterOfHash = (hash: string): MediaFilter =>
  mediaFilters.find((filter) => filter === hash) ?? 'all'

export const typesOfFilter = (filter: MediaFilter): readonly MediaType[] => typesOfFilters[filter]

/** Returns the types that the viewer shows from a tab. Files without a preview are saved, not viewed. */
export const viewableTypes = (filter: MediaFilter): readonly MediaType[] =>
  typesOfFilters[filter].filter((type) => viewedTypes.includes(type))

/** Returns the known types of an address's `filterTypes` without duplicates; empty if it names none [ROUTE-18]. */
export const readFilterTypes = (query: unknown): readonly MediaType[] => {
  const named: readonly unknown[] = Array.isArray(query) ? query : [query]
  return allTypes.filter((type) => named.includes(type))
}

/** Returns the types that the viewer shows for these `filterTypes`. */
export const typesToView = (named: readonly MediaType[] | undefined): readonly MediaType[] =>
  named === undefined || named.length === 0 ? viewedTypes : named

interface TypedMessage {
  readonly type: MessageType
  /** Undefined until the server has accepted it: no address names it yet. */
  readonly serverId: number | undefined
}

/** Returns the media of the wanted types that have an address, in order. */
export const filterMedia = <Message extends TypedMessage>(
  messages: readonly Message[],
  types: readonly MediaType[],
): readonly Message[] =>
  messages.filter(({ type, serverId }) => serverId !== undefined && types.some((wanted) => wanted === type))
