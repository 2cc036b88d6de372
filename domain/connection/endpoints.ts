/** The purposes of endpoints. The page's own origin is not selected and has none of them. */
export const endpointKinds = ['api', 'file', 'fileUpload', 'socket'] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** The interval of endpoint selection [ENDP-03], ms. */
export const endpointSelectionInterval = 300_000
/** Every this many intervals the environment config is loaded again (DEC-121) [ENDP-04]. */
export const intervalsPerEnvironmentLoad = 3
/** The wait before the next dynamic source is requested [ENDP-06], ms. */
export const sourceRetryDelay = 300
/** The wait before the next selection if one found no working endpoint, ms. */
export const selectionRetry = 30_000

/** The spec's names of endpoint errors, for reports and diagnostics. */
export const endpointError = {
  bad: 'BAD_ENDPOINT',
  badEnvironment: 'BAD_ENV_CONFIG',
  noDynamicConfig: 'NO_DYNAMIC_ENDPOINT_CONFIG',
  badDynamicConfig: 'BAD_DYNAMIC_ENDPOINT_CONFIG',
} as const

/** A selection was started while one of the same kind was running [ENDP-13]. */
export const endpointRace: Readonly<Record<EndpointKind, string>> = {
  api: 'API_ENDPOINT_RACE_IN_PROGRESS',
  file: 'FILE_ENDPOINT_RACE_IN_PROGRESS',
  fileUpload: 'FILEUPLOAD_ENDPOINT_RACE_IN_PROGRESS',
  socket: 'SOCKET_ENDPOINT_RACE_IN_PROGRESS',
}

/** Why the app cannot continue without its endpoints; shown over the whole screen (DEC-75). */
export interface EndpointFailure {
  readonly name: string
  /** The spec's error code for reports, if the fault has one. */
  readonly code: number | undefined
}
/** [ENDP-19] */
export const noDynamicConfig: EndpointFailure = { name: endpointError.noDynamicConfig, code: 2 }
/** [ENDP-21] */
export const failedDynamicStream: EndpointFailure = { name: endpointError.badDynamicConfig, code: undefined }

export type EndpointLists = Readonly<Record<EndpointKind, readonly string[]>>

/** An environment without endpoints and sources uses the page's own origin. */
export const usesPageOrigin = (defaults: EndpointLists, sourceCount: number): boolean =>
  sourceCount === 0 && endpointKinds.every((kind) => defaults[kind].length === 0)

/** Whether a kind has neither a default endpoint nor a dynamic source (DEC-134) [ENDP-19]. */
export const lacksEndpoints = (defaults: EndpointLists, sourceCount: number): boolean =>
  sourceCount === 0 &&
  !usesPageOrigin(defaults, sourceCount) &&
  endpointKinds.some((kind) => defaults[kind].length === 0)

/** The result of a file domain probe: success, not reachable, or a wrong response [ENDP-29]. */
export type FileDomainHealth = 'true' | 'fetch' | 'health'
/** The state of a file domain, after a probe or a failed load. */
export type FileDomainResult = FileDomainHealth | 'display'

/** The server gets a report about a new working file domain, but not about failures (DEC-73) [ENDP-27]. */
export const shouldReportFileDomain = (result: FileDomainResult): boolean => result === 'true'
