import { lazyRouteComponent } from '@tanstack/react-router'
import { type MediaType, readFilterTypes } from '#domain/media/media-filter.ts'
import { subPaths } from './route-table.ts'
import type { Search } from './search.ts'

/** A conversation's pictures, videos and files; the hash names a tab [ROUTE-17]. */
export const mediaPage = {
  path: subPaths.media,
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/media/media-screen.tsx'), 'MediaScreen'),
} as const

/** One of them over the whole page; the query says which types one goes on to [ROUTE-18]. */
export const viewerPage = {
  path: subPaths.medium,
  staticData: { section: 'messages', isPushed: true, isOverPage: true },
  validateSearch: (search: Search): { filterTypes?: readonly MediaType[] } => {
    const filterTypes = readFilterTypes(search.filterTypes)
    return filterTypes.length === 0 ? {} : { filterTypes }
  },
  component: lazyRouteComponent(() => import('#src/features/media/viewer-screen.tsx'), 'ViewerScreen'),
} as const
