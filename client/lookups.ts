import { type Country, getCountries, getServiceConfig, type ServiceConfig } from '#streams/api/system.ts'
import { dataOrThrow } from '#streams/http/call-result.ts'
import type { Caller } from '#streams/http/caller.ts'
import {
  createLookupCache,
  type Lookup,
  lookupKeepTime,
  lookupStaleTime,
} from '#streams/lookups/lookup-cache.ts'
import type { Clock } from '#streams/ports.ts'

/** Server look-ups that need no sign-in. All accounts of the client share the answers. */
export interface Lookups {
  /** [ENDP-22 ENDP-24 ENDP-25] */
  readonly config: Lookup<ServiceConfig>
  /** [AUTH-55 AUTH-56] */
  readonly countries: Lookup<readonly Country[]>
}

export interface LookupServices {
  readonly caller: Caller
  readonly clock: Clock
}

/** Creates the look-ups that need no sign-in. */
export function createLookups({ caller, clock }: LookupServices): Lookups {
  const cache = createLookupCache(clock)
  return {
    config: cache.lookup<ServiceConfig>({
      staleTime: lookupStaleTime.config,
      keepTime: lookupKeepTime.config,
      load: async (signal) => dataOrThrow(await getServiceConfig(caller, { signal })),
    }),
    countries: cache.lookup<readonly Country[]>({
      staleTime: lookupStaleTime.countries,
      load: async (signal) => dataOrThrow(await getCountries(caller, { signal })),
    }),
  }
}
