import type { Collectable } from '#domain/collections/collecting.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { Collection, CollectionOrigin } from '#schemas/translate/collections.ts'
import { type CallResult, dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup, lookupStaleTime } from '#streams/lookups/lookup-cache.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { syncLookupAcrossTabs, type TabsCore } from './account-lookups.ts'
import { onDemandOf } from './on-demand.ts'

/** The list of messages and files that this account saved, and its changes. */
export interface CollectionOperations {
  /** [COLL-11 COLL-12] */
  readonly items: Lookup<readonly Collection[]>
  /** Saves the content of a message, with the friend or group it came from [COLL-13]. */
  save(collectable: Collectable, from: CollectionOrigin): Promise<Outcome>
  /** Removes an item. Also succeeds if the item no longer exists [COLL-15]. */
  remove(id: number): Promise<Outcome>
}

type CollectionCore = Pick<AccountCore, 'caller' | 'notify'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on the saved items. Each change invalidates the list in all tabs of the account. */
export function createCollectionOperations(core: CollectionCore): CollectionOperations {
  const { caller, ports } = core
  // The first screen shows no saved items, so their calls are no part of the first load.
  const loadCalls = onceLoaded(() => import('#streams/api/collections.ts'))
  const onDemand = onDemandOf(core, loadCalls)
  const items = createLookupCache(ports.clock).lookup<readonly Collection[]>({
    staleTime: lookupStaleTime.collections,
    load: async (signal) => dataOrThrow(await (await loadCalls()).getCollections(caller, { signal })),
  })
  const announceChange = syncLookupAcrossTabs(core, 'update-collection', items)

  function finish(result: CallResult<unknown>): Outcome {
    if (result.isOk) announceChange()
    return outcomeOf(result)
  }

  return {
    items,
    save: onDemand(
      (calls) => async (collectable, from) => finish(await calls.addCollection(caller, collectable, from)),
    ),
    remove: onDemand((calls) => async (id) => finish(await calls.deleteCollection(caller, id))),
  }
}
