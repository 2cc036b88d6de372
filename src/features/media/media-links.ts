import type { MediaFilter, MediaType } from '#domain/media/media-filter.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { stringifySearch } from '#src/routes/search.ts'

/** Returns the URL of a tab of the media screen [ROUTE-17]. */
export const mediaHref = (id: ConversationId, filter: MediaFilter = 'all'): string =>
  `${pathOf(id)}/${subPaths.media}#${filter}`

/**
 * Returns the URL of a message in the viewer. Without types the viewer shows pictures and videos [ROUTE-18] (DEC-97).
 */
export const viewerHref = (
  id: ConversationId,
  message: ServerId,
  filterTypes: readonly MediaType[] = [],
): string => `${pathOf(id)}/${subPaths.media}/${message}${stringifySearch({ filterTypes })}`
