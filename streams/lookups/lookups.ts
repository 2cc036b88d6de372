import { getConfig, getCountryList } from '#schemas/wire/calls/system.ts'
import { dataOf } from '../http/call-failed.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../ports.ts'
import { createLookupCache, type LookupHandle } from './lookup-cache.ts'
import { lookupKeepTime, lookupStaleTime } from './lookup-table.ts'

interface FoundCountry {
  readonly iso: string
  readonly telCode: string
}
/** Where the service says that its API and its socket are, and where to get its app; empty texts say nothing. */
export interface ServiceConfig {
  readonly apiEndpoint: string
  readonly websocketEndpoint: string
  readonly appDownloadUrl: string
}
export interface LookupSet {
  /** [ENDP-22 ENDP-24 ENDP-25] */
  readonly config: LookupHandle<ServiceConfig>
  /** [AUTH-55 AUTH-56] */
  readonly countries: LookupHandle<readonly FoundCountry[]>
}

/** Server look-ups that need nobody signed in: every account of this client shares their answers. */
export function createLookups({
  caller,
  clock,
}: {
  readonly caller: Caller
  readonly clock: Clock
}): LookupSet {
  const cache = createLookupCache(clock)

  return {
    config: cache.lookup<ServiceConfig>({
      staleTime: lookupStaleTime.config,
      keepTime: lookupKeepTime.config,
      load: async (signal) => {
        const data = dataOf(await caller.call(getConfig, { config: 'endpoint' }, { signal }))
        return {
          apiEndpoint: data.API_ENDPOINT,
          websocketEndpoint: data.WEBSOCKET_ENDPOINT,
          appDownloadUrl: data.AppDownloadUrl,
        }
      },
    }),
    countries: cache.lookup<readonly FoundCountry[]>({
      staleTime: lookupStaleTime.countries,
      load: async (signal) => {
        const data = dataOf(await caller.call(getCountryList, {}, { signal }))
        return data.map(({ Code, TelCode }) => ({ iso: Code, telCode: TelCode }))
      },
    }),
  }
}
