import {
  type EndpointKind,
  endpointError,
  endpointKinds,
  endpointRace,
  type FileDomainHealth,
} from '#domain/connection/endpoints.ts'
import { type Endpoints, hostOf, type SelectableList } from '../http/endpoints.ts'
import type { ReportPort } from '../ports.ts'
import { type ProbeServices, probeEndpoint } from './probe-endpoint.ts'

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
