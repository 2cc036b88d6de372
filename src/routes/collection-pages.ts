import { lazyRouteComponent, notFound } from '@tanstack/react-router'
import { textParameters } from './search.ts'

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
