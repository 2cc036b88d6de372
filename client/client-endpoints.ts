import type { ActorRefFrom } from 'xstate'
import type { EndpointFailure, EndpointKind } from '#domain/connection/endpoints.ts'
import type { endpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { EndpointServices } from '#machines/endpoints/endpoints-setup.ts'
import { createEndpointSelection } from '#streams/endpoints/endpoint-selection.ts'
import { type FileDomainRecord, watchFileDomains } from '#streams/endpoints/file-domain.ts'
import type { Caller, CredentialSource } from '#streams/http/caller.ts'
import type { Endpoints } from '#streams/http/endpoints.ts'
import type { Ports } from '#streams/ports.ts'
import type { Readable } from '#streams/readable.ts'
import { selectFrom } from './actor-readable.ts'
import type { ClientOptions } from './options.ts'

/** Where this client talks to, for diagnostics and for the screen that says that it cannot. */
export interface ClientEndpoints {
  /** Set once the app cannot go on: no endpoint is known and none can be learnt (DEC-75) [ENDP-19 ENDP-21]. */
  readonly failure: Readable<EndpointFailure | undefined>
  /** In use now; undefined until one is known. */
  inUse(): Readonly<Record<EndpointKind, string | undefined>>
  /** The last looks at file domains, oldest first [ENDP-29]. */
  fileDomains(): readonly FileDomainRecord[]
}

interface EndpointParts {
  readonly ports: Ports
  readonly endpoints: Endpoints
  readonly caller: Caller
  readonly credentials: CredentialSource
  readonly options: ClientOptions
}

/** What keys of encrypted texts are derived from: brand key and env value (DEC-71). */
export const brandSecret = ({ brand, env }: ClientOptions['environment']): string => `${brand.key}${env}`

/** What the endpoints machine works with, and the looks at file domains it leads to. */
export function endpointServices(parts: EndpointParts) {
  const { ports, endpoints, options } = parts
  const { environment, loadEnvironment, origin } = options
  const fileDomains = watchFileDomains({ ...parts, clock: ports.clock })
  const services: EndpointServices = {
    ...ports,
    endpoints,
    origin,
    secret: brandSecret(environment),
    selection: createEndpointSelection({ ...ports, endpoints, looked: fileDomains.looked }),
    environment: { fileEndpoints: [], dynamicEndpoints: [], ...environment },
    loadEnvironment,
  }
  return { services, fileDomains }
}

export const createClientEndpoints = (
  actor: ActorRefFrom<typeof endpointsMachine>,
  endpoints: Endpoints,
  fileDomains: () => readonly FileDomainRecord[],
): ClientEndpoints => ({
  failure: selectFrom(actor, () => actor.getSnapshot().context.failure),
  inUse: () => ({
    api: endpoints.api.current(),
    file: endpoints.file.current(),
    fileUpload: endpoints.fileUpload.current(),
    socket: endpoints.socket.current(),
  }),
  fileDomains,
})
