import {
  type EndpointKind,
  type EndpointLists,
  endpointKinds,
  usesPageOrigin,
} from '#domain/connection/endpoints.ts'

/** The candidates of one kind of endpoint, and which of them is used now. */
export interface EndpointList {
  /** Undefined until a dynamic source has told the first one. */
  current(): string | undefined
  /** Takes the next one instead, so that another is tried; a sole one stays [HTTP-13 SOCK-13]. */
  drop(endpoint: string): void
  isSole(): boolean
  /** Default endpoints first, in the order of their preference [ENDP-02]. */
  candidates(): readonly string[]
  /** Calls back after each change of the current one; returns what ends that. */
  subscribe(listener: () => void): () => void
  /** Calls back when every candidate has been dropped since one was last chosen; returns what ends that. */
  onExhausted(listener: () => void): () => void
}

/** A list as the selection sees it, which alone fills it. */
export interface SelectableList extends EndpointList {
  /** Takes a candidate that works. */
  use(endpoint: string): void
  /** Takes an endpoint off the backups; a default one stays [ENDP-11]. */
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
  /** Makes a change and tells it when another endpoint is used after it. */
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

/** Where calls and the socket go. */
export interface Endpoints extends Readonly<Record<EndpointKind, SelectableList>> {
  /** The page's own origin. */
  readonly self: EndpointList
}

/** What an environment config says of endpoints, in its own names. */
export interface EndpointSettings {
  readonly apiEndpoints: readonly string[]
  readonly fileEndpoints?: readonly string[]
  readonly fileUploadEndpoints: readonly string[]
  readonly websocketEndpoints: readonly string[]
  readonly dynamicEndpoints?: readonly unknown[]
}

/** The socket of an origin: the same host, `/socket`. */
export const socketOf = (origin: string): string => `${origin.replace(/^http/, 'ws')}/socket`

/** Default endpoints out of the environment; one that names nothing at all means the page's own origin for everything. */
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

/** The four lists an environment begins with, and the page's own origin. */
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

/** Puts a new environment's default endpoints in place of the old ones [ENDP-04]. */
export function replaceDefaults(endpoints: Endpoints, defaults: EndpointLists): void {
  for (const kind of endpointKinds) endpoints[kind].setDefaults(defaults[kind])
}

/** The host of an endpoint, which the server is told as Gateway [HTTP-03 SOCK-29]. */
export const hostOf = (endpoint: string): string => new URL(endpoint).host
