import {
  type EndpointKind,
  endpointError,
  endpointKinds,
  endpointRace,
  type FileDomainHealth,
} from '#domain/connection/endpoints.ts'
import { helloTimeLimit } from '#domain/connection/heartbeat.ts'
import { callTimeLimit } from '#domain/http/call-limits.ts'
import { isGreeting } from '#schemas/translate/control-frames.ts'
import { isVersionResponse, versionPath } from '../api/system.ts'
import { withDeadline } from '../clock/timing.ts'
import { type Endpoints, hostOf, type SelectableList } from '../http/endpoints.ts'
import type { Clock, HttpPort, HttpResponse, ReportPort, SocketPort } from '../ports.ts'

export interface EndpointSelectionServices extends ProbeServices {
  readonly endpoints: Endpoints
  readonly report: ReportPort
  /** Called for each probe of a file endpoint [ENDP-29]. */
  readonly onProbed: (endpoint: string, health: FileDomainHealth) => void
}

/** Finds a working endpoint of each kind; one selection per kind at a time. */
export interface EndpointSelection {
  /** Kinds with a choice. Others are used without a probe. */
  selectable(hasSources: boolean): readonly EndpointKind[]
  /**
   * Uses the first default endpoint that works, else the first backup [ENDP-02]. Resolves with whether one works. If
   * a selection of this kind is running, reports that and does nothing [ENDP-13]. Rejects when `signal` aborts.
   */
  select(kind: EndpointKind, signal: AbortSignal): Promise<boolean>
  /** Reports the kinds that are being selected now [ENDP-13]. */
  reportRaces(): void
}

export function createEndpointSelection(services: EndpointSelectionServices): EndpointSelection {
  const running = new Map<EndpointKind, Promise<boolean>>()
  const reportRace = (kind: EndpointKind) =>
    services.report.fault({ kind: endpointRace[kind], detail: 'a selection of this kind runs already' })

  return {
    selectable: (hasSources) =>
      endpointKinds.filter((kind) => hasSources || services.endpoints[kind].candidates().length > 1),
    select(kind, signal) {
      const known = running.get(kind)
      if (known) {
        reportRace(kind)
        return known
      }
      const selection = choose(services, kind, signal).finally(() => running.delete(kind))
      running.set(kind, selection)
      return selection
    },
    reportRaces: () => {
      for (const kind of running.keys()) reportRace(kind)
    },
  }
}

async function choose(
  services: EndpointSelectionServices,
  kind: EndpointKind,
  signal: AbortSignal,
): Promise<boolean> {
  const list = services.endpoints[kind]
  for (const endpoint of list.candidates()) {
    const health = await probeEndpoint(services, kind, endpoint, signal)
    if (kind === 'file') services.onProbed(endpoint, health)
    if (health === 'true') {
      list.use(endpoint)
      return true
    }
    giveUp(services, kind, list, endpoint, health)
  }
  return false
}

/** [ENDP-11] */
function giveUp(
  { report }: EndpointSelectionServices,
  kind: EndpointKind,
  list: SelectableList,
  endpoint: string,
  health: FileDomainHealth,
): void {
  list.discard(endpoint)
  report.fault({ kind: endpointError.bad, detail: `${kind} ${hostOf(endpoint)}: ${health}` })
}

interface ProbeServices {
  readonly http: HttpPort
  readonly socket: SocketPort
  readonly clock: Clock
}

/** The exact response of a healthy file endpoint [ENDP-09]. */
const healthyText = 'Health OK!'

/** Probes an endpoint once: `true`, or how it failed. Rejects only when `signal` aborts. */
export function probeEndpoint(
  services: ProbeServices,
  kind: EndpointKind,
  endpoint: string,
  signal: AbortSignal,
): Promise<FileDomainHealth> {
  if (kind === 'socket') return probeSocket(services, endpoint, signal)
  return kind === 'file' ? probeFile(services, endpoint, signal) : probeApi(services, endpoint, signal)
}

/** Checks that an API or file-upload endpoint answers /GetVersion in the expected shape [ENDP-07] (DEC-72). */
async function probeApi(
  services: ProbeServices,
  endpoint: string,
  signal: AbortSignal,
): Promise<FileDomainHealth> {
  const response = await get(services, `${new URL(endpoint).origin}${versionPath}`, signal)
  if (!response) return 'fetch'
  return isVersionResponse(response.text) ? 'true' : 'health'
}

/** Checks that a file endpoint answers /Health.txt with the exact text. The query bypasses caches [ENDP-09]. */
async function probeFile(
  services: ProbeServices,
  endpoint: string,
  signal: AbortSignal,
): Promise<FileDomainHealth> {
  const url = `${new URL(endpoint).origin}/Health.txt?t=${services.clock.now()}`
  const response = await get(services, url, signal)
  if (!response) return 'fetch'
  return response.status === 200 && response.text === healthyText ? 'true' : 'health'
}

async function get(
  { clock, http }: ProbeServices,
  url: string,
  outer: AbortSignal,
): Promise<HttpResponse | undefined> {
  const send = (signal: AbortSignal) => http.request({ url, method: 'GET', headers: {}, signal })
  try {
    return await withDeadline(clock, callTimeLimit, send, outer)
  } catch (cause) {
    if (outer.aborted) throw cause
    return undefined
  }
}

/** Checks that the first frame of a socket endpoint is the greeting, within 15 s [ENDP-10]. */
async function probeSocket(
  { clock, socket }: ProbeServices,
  endpoint: string,
  outer: AbortSignal,
): Promise<FileDomainHealth> {
  let close = () => {}
  const greet = (signal: AbortSignal) =>
    new Promise<FileDomainHealth>((resolve) => {
      const connection = socket.connect(endpoint, {
        opened: () => {},
        received: (text) => resolve(isGreeting(text) ? 'true' : 'health'),
        closed: () => resolve('fetch'),
      })
      close = () => connection.close()
      signal.addEventListener('abort', close)
    })
  try {
    return await withDeadline(clock, helloTimeLimit, greet, outer)
  } catch (cause) {
    if (outer.aborted) throw cause
    return 'fetch'
  } finally {
    close()
  }
}
