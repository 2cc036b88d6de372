/** The candidates of one kind of endpoint, and which of them is used now. */
export interface EndpointList {
  current(): string
  /** Puts an endpoint behind the others, so that another is tried; a sole one stays [HTTP-13 SOCK-13]. */
  drop(endpoint: string): void
  isSole(): boolean
  all(): readonly string[]
}

/** At least one candidate is given; the first is tried first. */
export function createEndpointList(candidates: readonly [string, ...string[]]): EndpointList {
  let order: readonly string[] = [...new Set(candidates)]
  return {
    current: () => order[0] ?? candidates[0],
    drop(endpoint) {
      if (endpoint !== order[0]) return
      order = [...order.slice(1), endpoint]
    },
    isSole: () => order.length === 1,
    all: () => order,
  }
}

/** Where calls and the socket go. */
export interface Endpoints {
  /** Origins of the API. */
  readonly api: EndpointList
  readonly fileUpload: EndpointList
  readonly socket: EndpointList
  /** The page's own origin. */
  readonly self: EndpointList
}

interface EndpointLists {
  readonly apiEndpoints: readonly string[]
  readonly fileUploadEndpoints: readonly string[]
  readonly websocketEndpoints: readonly string[]
}

const orElse = (candidates: readonly string[], fallback: string): readonly [string, ...string[]] => {
  const [first, ...rest] = candidates
  return first === undefined ? [fallback] : [first, ...rest]
}

/** The socket of an origin: the same host, `/socket`. */
export const socketOf = (origin: string): string => `${origin.replace(/^http/, 'ws')}/socket`

/** Endpoints out of the environment's lists; an empty list means the own origin. */
export function createEndpoints(lists: EndpointLists, origin: string): Endpoints {
  const own = new URL(origin).origin
  return {
    api: createEndpointList(orElse(lists.apiEndpoints, own)),
    fileUpload: createEndpointList(orElse(lists.fileUploadEndpoints, own)),
    socket: createEndpointList(orElse(lists.websocketEndpoints, socketOf(own))),
    self: createEndpointList([own]),
  }
}

/** The host of an endpoint, which the server is told as Gateway [HTTP-03 SOCK-29]. */
export const hostOf = (endpoint: string): string => new URL(endpoint).host
