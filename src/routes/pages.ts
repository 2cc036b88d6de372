import { lazyRouteComponent, notFound } from '@tanstack/react-router'
import { type MediaType, readFilterTypes } from '#domain/media/media-filter.ts'
import { subPaths } from './route-table.ts'
import { idsParameters, type Search, textParameters } from './search.ts'

/** Everything saved, from a chat of either kind [ROUTE-16]; the hash names the kind [COLL-01]. */
export const collectionsPage = {
  path: 'collections',
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/collections/collections-screen.tsx'),
    'CollectionsScreen',
  ),
} as const

/** Ids in addresses are positive whole numbers; anything else names nothing (DEC-34). */
const requireCollectionId = (value: string): void => {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw notFound()
}

/** One of them, below the list; `fallback` is where an unknown one leads [COLL-08]. */
export const collectionPage = {
  path: '$collectionId',
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('fallback'),
  loader: ({ params }: { readonly params: { readonly collectionId: string } }) =>
    requireCollectionId(params.collectionId),
  component: lazyRouteComponent(
    () => import('#src/features/collections/collection-screen.tsx'),
    'CollectionScreen',
  ),
} as const

/** The forward picker, wherever it is opened: the query names what is sent on [ROUTE-13 FWD-08]. */
export const forwarding = {
  path: subPaths.forward,
  validateSearch: idsParameters('messageIds', 'collectionIds'),
  component: lazyRouteComponent(() => import('#src/features/forward/forward-screen.tsx'), 'ForwardScreen'),
} as const

/** A conversation's pictures, videos and files; the hash names a tab [ROUTE-17]. */
export const mediaPage = {
  path: subPaths.media,
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/media/media-screen.tsx'), 'MediaScreen'),
} as const

/** One of them over the whole page; the query says which types one goes on to [ROUTE-18]. */
export const viewerPage = {
  path: subPaths.mediaItem,
  staticData: { section: 'messages', isPushed: true, isOverPage: true },
  validateSearch: (search: Search): { filterTypes?: readonly MediaType[] } => {
    const filterTypes = readFilterTypes(search.filterTypes)
    return filterTypes.length === 0 ? {} : { filterTypes }
  },
  component: lazyRouteComponent(() => import('#src/features/media/viewer-screen.tsx'), 'ViewerScreen'),
} as const
