import type { AccountCore } from '#machines/account/account-core.ts'
import type { Tag } from '#schemas/translate/tags.ts'
import { dataOrThrow } from '#streams/http/call-result.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import { createLookupCache, type Lookup, lookupStaleTime } from '#streams/lookups/lookup-cache.ts'

/** This account's tags on its friends [TAG-15]. */
export interface TagList {
  readonly items: Lookup<readonly Tag[]>
  /** Reloads the tags in all tabs and on all devices after an operation changed them on the server. */
  announceChange(): void
}

type TagListCore = Pick<AccountCore, 'caller' | 'tagChanges'> & {
  readonly log: Pick<AccountCore['log'], 'appended$'>
  readonly ports: Pick<AccountCore['ports'], 'clock'>
}

/** Creates the list of tags, which is requested when a screen shows it, and again after each change. */
export function createTagList({ caller, log, ports, tagChanges }: TagListCore): TagList {
  const items = createLookupCache(ports.clock).lookup<readonly Tag[]>({
    staleTime: lookupStaleTime.tags,
    load: async (signal) => {
      // The first screen shows no tags, so this code is no part of the first load.
      const { getTags } = await import('#streams/api/tags.ts')
      return dataOrThrow(await getTags(caller, { signal }))
    },
  })
  tagChanges.changed$.pipe(untilLogCloses(log)).subscribe(() => items.invalidate())
  return { items, announceChange: tagChanges.announce }
}
