import { lazyRouteComponent } from '@tanstack/react-router'
import { subPaths } from './route-table.ts'
import { idsParameters } from './search.ts'

/** The forward picker, wherever it is opened: the query names what is sent on [ROUTE-13 FWD-08]. */
export const forwarding = {
  path: subPaths.forward,
  validateSearch: idsParameters('messageIds', 'collectionIds'),
  component: lazyRouteComponent(() => import('#src/features/forward/forward-screen.tsx'), 'ForwardScreen'),
} as const
