/** What an endpoint is for. The page's own origin is not selected and so is none of these. */
export const endpointKinds = ['api', 'file', 'fileUpload', 'socket'] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** How often endpoints are selected anew [ENDP-03], ms. */
export const endpointRefresh = 300_000
/** On each so many ticks the environment config is loaded anew (DEC-121) [ENDP-04]. */
export const environmentEvery = 3
/** A wait before the following dynamic source is asked [ENDP-06], ms. */
export const sourceRetryDelay = 300
/** When a selection found nothing that works, the next one comes after this, ms. */
export const selectionRetry = 30_000

/** The spec's names of what can go wrong with endpoints; for reports and diagnostics. */
export const endpointError = {
  bad: 'BAD_ENDPOINT',
  badEnvironment: 'BAD_ENV_CONFIG',
  noDynamicConfig: 'NO_DYNAMIC_ENDPOINT_CONFIG',
  badDynamicConfig: 'BAD_DYNAMIC_ENDPOINT_CONFIG',
} as const

/** A selection was started while one of the same kind runs [ENDP-13]. */
export const endpointRace: Readonly<Record<EndpointKind, string>> = {
  api: 'API_ENDPOINT_RACE_IN_PROGRESS',
  file: 'FILE_ENDPOINT_RACE_IN_PROGRESS',
  fileUpload: 'FILEUPLOAD_ENDPOINT_RACE_IN_PROGRESS',
  socket: 'SOCKET_ENDPOINT_RACE_IN_PROGRESS',
}

/** Why the app cannot go on without its endpoints; shown over the whole screen (DEC-75). */
export interface EndpointFailure {
  readonly name: string
  /** As people report it; a fault without a code of its own has none. */
  readonly code: number | undefined
}
/** [ENDP-19] */
export const noDynamicConfig: EndpointFailure = { name: endpointError.noDynamicConfig, code: 2 }
/** [ENDP-21] */
export const failedDynamicStream: EndpointFailure = { name: endpointError.badDynamicConfig, code: undefined }

export type EndpointLists = Readonly<Record<EndpointKind, readonly string[]>>

/** An environment that names no endpoint and no source is served by the page's own origin. */
export const isSelfServing = (defaults: EndpointLists, sourceCount: number): boolean =>
  sourceCount === 0 && endpointKinds.every((kind) => defaults[kind].length === 0)

/** Whether a kind has neither a default endpoint nor a source to learn one from (DEC-134) [ENDP-19]. */
export const lacksEndpoints = (defaults: EndpointLists, sourceCount: number): boolean =>
  sourceCount === 0 &&
  !isSelfServing(defaults, sourceCount) &&
  endpointKinds.some((kind) => defaults[kind].length === 0)

/** How a look at a file domain ended: well, not to be fetched, or with an answer that was not the right one [ENDP-29]. */
export type FileDomainHealth = 'true' | 'fetch' | 'health'
/** How a file domain turned out to be: by a look at it, or when something of it was to be shown. */
export type FileDomainResult = FileDomainHealth | 'display'

/** The server is told of a new file domain that works, and of no trouble with one (DEC-73) [ENDP-27]. */
export const mayTellDomain = (result: FileDomainResult): boolean => result === 'true'
