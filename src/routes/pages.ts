import { lazyRouteComponent, notFound } from '@tanstack/react-router'
import { type MediaType, readFilterTypes } from '#domain/media/media-filter.ts'
import { subPaths } from './route-table.ts'
import { idsParameters, type Search, textParameters } from './search-params.ts'

/** All collection items [ROUTE-16]; the hash selects a kind [COLL-01]. */
export const collectionsPage = {
  path: 'collections',
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/collections/collections-screen.tsx'),
    'CollectionsScreen',
  ),
} as const

/** Ids in addresses are positive integers. Anything else is not found (DEC-34). */
export const requireId = (value: string): void => {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw notFound()
}

/** One collection item, below the list; `fallback` is the target for an unknown one [COLL-08]. */
export const collectionPage = {
  path: '$collectionId',
  staticData: { section: 'messages', isPushed: true },
  validateSearch: textParameters('fallback'),
  loader: ({ params }: { readonly params: { readonly collectionId: string } }) =>
    requireId(params.collectionId),
  component: lazyRouteComponent(
    () => import('#src/features/collections/collection-screen.tsx'),
    'CollectionScreen',
  ),
} as const

/** The forward picker. The query names the messages to forward [ROUTE-13 FWD-08]. */
export const forwarding = {
  path: subPaths.forward,
  validateSearch: idsParameters('messageIds', 'collectionIds'),
  component: lazyRouteComponent(() => import('#src/features/forward/forward-screen.tsx'), 'ForwardScreen'),
} as const

/** The media and files of a conversation; the hash selects a tab [ROUTE-17]. */
export const mediaPage = {
  path: subPaths.media,
  staticData: { section: 'messages', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/media/media-screen.tsx'), 'MediaScreen'),
} as const

/** One media item over the whole page; the query names the types to browse [ROUTE-18]. */
export const viewerPage = {
  path: subPaths.mediaItem,
  staticData: { section: 'messages', isPushed: true, isOverlay: true },
  validateSearch: (search: Search): { filterTypes?: readonly MediaType[] } => {
    const filterTypes = readFilterTypes(search.filterTypes)
    return filterTypes.length === 0 ? {} : { filterTypes }
  },
  component: lazyRouteComponent(() => import('#src/features/media/viewer-screen.tsx'), 'ViewerScreen'),
} as const

export const friendDetailScreen = lazyRouteComponent(
  () => import('#src/features/contacts/friend-detail-screen.tsx'),
  'FriendDetailScreen',
)

export const friendRequestScreen = lazyRouteComponent(
  () => import('#src/features/contacts/friend-request-screen.tsx'),
  'FriendRequestScreen',
)
