import {
  type EndpointKind,
  type EndpointLists,
  endpointKinds,
  usesPageOrigin,
} from '#domain/connection/endpoints.ts'

/** The candidates of one kind of endpoint, and which of them is used now. */
export interface EndpointList {
  /** Undefined until a dynamic source has returned the first one. */
  current(): string | undefined
  /** Selects the next candidate; the only one stays [HTTP-13 SOCK-13]. */
  drop(endpoint: string): void
  isSole(): boolean
  /** Default endpoints first, in their order [ENDP-02]. */
  candidates(): readonly string[]
  /** Calls the listener after each change of the current endpoint. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /**
   * Calls the listener when every candidate has been dropped since the last selection. Returns the function that
   * unsubscribes.
   */
  onExhausted(listener: () => void): () => void
}

/** A list that the endpoint selection can change. */
export interface SelectableList extends EndpointList {
  /** Selects a working candidate. */
  use(endpoint: string): void
  /** Removes a backup endpoint; a default one stays [ENDP-11]. */
  discard(endpoint: string): void
  setDefaults(endpoints: readonly string[]): void
  setBackups(endpoints: readonly string[]): void
}

export function createEndpointList(given: readonly string[]): SelectableList {
  const listeners = new Set<() => void>()
  const whenExhausted = new Set<() => void>()
  const dropped = new Set<string>()
  let defaults = given
  let backups: readonly string[] = []
  let chosen: string | undefined

  const candidates = () => [...new Set([...defaults, ...backups])]
  const current = () => {
    const all = candidates()
    return chosen !== undefined && all.includes(chosen) ? chosen : all[0]
  }
  /** Runs a change, and notifies the listeners if the current endpoint differs. */
  const change = (act: () => void) => {
    const before = current()
    act()
    if (current() !== before) for (const listener of [...listeners]) listener()
  }
  return {
    current,
    candidates,
    isSole: () => candidates().length === 1,
    drop(endpoint) {
      if (endpoint !== current()) return
      const all = candidates()
      change(() => {
        chosen = all[(all.indexOf(endpoint) + 1) % all.length]
      })
      dropped.add(endpoint)
      if (!all.every((candidate) => dropped.has(candidate))) return
      dropped.clear()
      for (const listener of [...whenExhausted]) listener()
    },
    use(endpoint) {
      dropped.clear()
      change(() => {
        chosen = endpoint
      })
    },
    discard: (endpoint) =>
      change(() => {
        backups = backups.filter((backup) => backup !== endpoint)
      }),
    setDefaults: (endpoints) =>
      change(() => {
        defaults = endpoints
      }),
    setBackups: (endpoints) =>
      change(() => {
        backups = endpoints
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onExhausted(listener) {
      whenExhausted.add(listener)
      return () => whenExhausted.delete(listener)
    },
  }
}

/** The endpoints of all kinds. */
export interface Endpoints extends Readonly<Record<EndpointKind, SelectableList>> {
  /** The page's own origin. */
  readonly self: EndpointList
}

/** The endpoint fields of an environment config. */
export interface EndpointSettings {
  readonly apiEndpoints: readonly string[]
  readonly fileEndpoints?: readonly string[]
  readonly fileUploadEndpoints: readonly string[]
  readonly websocketEndpoints: readonly string[]
  readonly dynamicEndpoints?: readonly unknown[]
}

/** The socket of an origin: the same host, `/socket`. */
export const socketOf = (origin: string): string => `${origin.replace(/^http/, 'ws')}/socket`

/**
 * Returns the default endpoints of the environment. If it has none at all, the page's own origin is used for
 * everything.
 */
export function defaultEndpoints(settings: EndpointSettings, origin: string): EndpointLists {
  const named: EndpointLists = namedEndpoints(settings)
  if (!usesPageOrigin(named, settings.dynamicEndpoints?.length ?? 0)) return named
  const own = new URL(origin).origin
  return { api: [own], file: [own], fileUpload: [own], socket: [socketOf(own)] }
}

export const namedEndpoints = (settings: EndpointSettings): EndpointLists => ({
  api: settings.apiEndpoints,
  file: settings.fileEndpoints ?? [],
  fileUpload: settings.fileUploadEndpoints,
  socket: settings.websocketEndpoints,
})

/** Creates the four endpoint lists, and the one of the page's own origin. */
export function createEndpoints(settings: EndpointSettings, origin: string): Endpoints {
  const defaults = defaultEndpoints(settings, origin)
  return {
    api: createEndpointList(defaults.api),
    file: createEndpointList(defaults.file),
    fileUpload: createEndpointList(defaults.fileUpload),
    socket: createEndpointList(defaults.socket),
    self: createEndpointList([new URL(origin).origin]),
  }
}

/** Replaces the default endpoints after the environment was loaded again [ENDP-04]. */
export function replaceDefaults(endpoints: Endpoints, defaults: EndpointLists): void {
  for (const kind of endpointKinds) endpoints[kind].setDefaults(defaults[kind])
}

/** Returns the host of an endpoint, which the server gets as Gateway [HTTP-03 SOCK-29]. */
export const hostOf = (endpoint: string): string => new URL(endpoint).host
