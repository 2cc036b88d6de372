import type { Collectable } from '#domain/collections/collecting.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { Collection, CollectionOrigin } from '#schemas/translate/collections.ts'
import { type CallResult, dataOrThrow, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup, lookupStaleTime } from '#streams/lookups/lookup-cache.ts'
import { syncLookupAcrossTabs, type TabsCore } from './account-lookups.ts'

/** The list of messages and files that this account saved, and its changes. */
export interface CollectionOperations {
  /** [COLL-11 COLL-12] */
  readonly items: Lookup<readonly Collection[]>
  /** Saves the content of a message, with the friend or group it came from [COLL-13]. */
  save(collectable: Collectable, from: CollectionOrigin): Promise<Outcome>
  /** Removes an item. Also succeeds if the item no longer exists [COLL-15]. */
  remove(id: number): Promise<Outcome>
}

type CollectionCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** The first screen shows no saved items, so their calls are no part of the first load. */
const loadCalls = () => import('#streams/api/collections.ts')
type Calls = Awaited<ReturnType<typeof loadCalls>>

/** Creates the operations on the saved items. Each change invalidates the list in all tabs of the account. */
export function createCollectionOperations(core: CollectionCore): CollectionOperations {
  const { caller, ports } = core
  const items = createLookupCache(ports.clock).lookup<readonly Collection[]>({
    staleTime: lookupStaleTime.collections,
    load: async (signal) => dataOrThrow(await (await loadCalls()).getCollections(caller, { signal })),
  })
  const announceChange = syncLookupAcrossTabs(core, 'update-collection', items)

  async function change(call: (calls: Calls) => Promise<CallResult<unknown>>): Promise<Outcome> {
    const calls = await loadCalls().catch(() => undefined)
    if (!calls) return rejectedBecause({ key: failureKey.network })
    const outcome = outcomeOf(await call(calls))
    if (outcome.isOk) announceChange()
    return outcome
  }

  return {
    items,
    save: (collectable, from) => change((calls) => calls.addCollection(caller, collectable, from)),
    remove: (id) => change((calls) => calls.deleteCollection(caller, id)),
  }
}
