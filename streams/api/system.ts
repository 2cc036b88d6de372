import * as calls from '#schemas/wire/calls/system.ts'
import { parseResponse } from '#schemas/wire/parse-response.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** The endpoints of API and socket, and the app's download page; empty if the service has none. */
export interface ServiceConfig {
  readonly apiEndpoint: string
  readonly websocketEndpoint: string
  readonly appDownloadUrl: string
}

/** [ENDP-22 ENDP-24] */
export const getServiceConfig = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<ServiceConfig>> =>
  mapResult(await caller.call(calls.getConfig, { config: 'endpoint' }, options), (data) => ({
    apiEndpoint: data.API_ENDPOINT,
    websocketEndpoint: data.WEBSOCKET_ENDPOINT,
    appDownloadUrl: data.AppDownloadUrl,
  }))

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly iso: string
  readonly telCode: string
}

/** [AUTH-55] */
export const getCountries = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<readonly Country[]>> =>
  mapResult(await caller.call(calls.getCountryList, {}, options), (countries) =>
    countries.map(({ Code, TelCode }) => ({ iso: Code, telCode: TelCode })),
  )

/** Reports the domain that files now come from [ENDP-26]. */
export const reportFileDomain = (caller: Caller, domain: string): Promise<CallResult<unknown>> =>
  caller.call(calls.notifyFileEndpointDomainChange, { Domain: domain })

/** Path of the health check of an API endpoint, directly below its origin [ENDP-07]. */
export const versionPath = calls.getVersion.path

/** Whether a text is the response of a healthy API endpoint [ENDP-07] (DEC-72). */
export function isVersionResponse(text: string): boolean {
  const parsed = parseResponse(calls.getVersion, text)
  return parsed.kind === 'response' && parsed.isAllowed
}
