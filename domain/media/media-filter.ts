import type { MessageType } from '#schemas/message-types.ts'

/** What the media screen and the viewer show. */
export type MediaType = Extract<MessageType, 'pic' | 'video' | 'file'>

/** The media screen's tabs, named as its address names them [MEDIA-02] (DEC-97). */
export const mediaFilters = ['all', 'images', 'videos', 'files'] as const
export type MediaFilter = (typeof mediaFilters)[number]

const allTypes: readonly MediaType[] = ['pic', 'video', 'file']
const typesOfFilters: Readonly<Record<MediaFilter, readonly MediaType[]>> = {
  all: allTypes,
  images: ['pic'],
  videos: ['video'],
  files: ['file'],
}
/** What the viewer goes through where its address names no types. */
const viewedTypes: readonly MediaType[] = ['pic', 'video']

/** The tab that an address names by its hash, without `#`; the first one for any other hash [ROUTE-17]. */
export const filterOfHash = (hash: string): MediaFilter =>
  mediaFilters.find((filter) => filter === hash) ?? 'all'

export const typesOfFilter = (filter: MediaFilter): readonly MediaType[] => typesOfFilters[filter]

/** The types to look at one by one from a tab; a file that only says its name is saved where it stands. */
export const viewedFrom = (filter: MediaFilter): readonly MediaType[] =>
  typesOfFilters[filter].filter((type) => viewedTypes.includes(type))

/** The known types of an address's `filterTypes`, one or several, each once; none where it names none [ROUTE-18]. */
export const readFilterTypes = (query: unknown): readonly MediaType[] => {
  const named: readonly unknown[] = Array.isArray(query) ? query : [query]
  return allTypes.filter((type) => named.includes(type))
}

/** What the viewer goes through for these `filterTypes`. */
export const typesToView = (named: readonly MediaType[] | undefined): readonly MediaType[] =>
  named === undefined || named.length === 0 ? viewedTypes : named

interface TypedMessage {
  readonly type: MessageType
  /** Undefined while the server does not have it: no address names it yet. */
  readonly serverId: number | undefined
}

/** Those of some messages that are media of the wanted types and have an address, in their order. */
export const mediaAmong = <Message extends TypedMessage>(
  messages: readonly Message[],
  types: readonly MediaType[],
): readonly Message[] =>
  messages.filter(({ type, serverId }) => serverId !== undefined && types.some((wanted) => wanted === type))
