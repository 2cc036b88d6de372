import type { Collectable } from '#domain/collections/collecting.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type Collection, type CollectionOrigin, toCollections } from '#schemas/translate/collections.ts'
import { addCollect, deleteCollect, getCollects } from '#schemas/wire/calls/collections.ts'
import { dataOf, outcomeOf } from '#streams/http/call-result.ts'
import { createLookupCache, type Lookup, lookupStaleTime } from '#streams/lookups/lookup-cache.ts'
import { syncLookupAcrossTabs, type TabsCore } from './sync-lookup-across-tabs.ts'

/** The messages and files that this account saved [COLL-11 COLL-12]. */
export interface CollectionOperations {
  readonly items: Lookup<readonly Collection[]>
  /** [COLL-13] */
  save(collectable: Collectable, from: CollectionOrigin): Promise<Outcome>
  /** Also succeeds if the item no longer exists [COLL-15]. */
  remove(id: number): Promise<Outcome>
}

type CollectionCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Creates the operations on the collection; other tabs reload it after a change. */
export function createCollectionOperations(core: CollectionCore): CollectionOperations {
  const { caller, ports } = core
  const items = createLookupCache(ports.clock).lookup<readonly Collection[]>({
    staleTime: lookupStaleTime.collections,
    load: async (signal) => toCollections(dataOf(await caller.call(getCollects, {}, { signal }))),
  })
  const announceChange = syncLookupAcrossTabs(core, 'update-collection', items)
  return {
    items,
    async save({ type, content, smallPath }, { kind, id, name }) {
      const outcome = outcomeOf(
        await caller.call(addCollect, {
          ...{ FromID: id, FromName: name, FromType: kind },
          ...{ Content: content, Type: type, SmallPicturePath: smallPath },
        }),
      )
      if (outcome.isOk) announceChange()
      return outcome
    },
    async remove(id) {
      const result = await caller.call(deleteCollect, { ID: id })
      if (!result.isOk) return outcomeOf(result)
      announceChange()
      return done
    },
  }
}
