import type { ActorRefFrom } from 'xstate'
import type { EndpointFailure, EndpointKind } from '#domain/connection/endpoints.ts'
import type { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { EndpointServices } from '#machines/endpoints/endpoints-setup.ts'
import { createEndpointSelection } from '#streams/endpoints/endpoint-selection.ts'
import { type FileDomainRecord, watchFileDomains } from '#streams/endpoints/file-domain.ts'
import type { Caller, CredentialSource } from '#streams/http/caller.ts'
import type { Endpoints } from '#streams/http/endpoints.ts'
import type { Ports } from '#streams/ports.ts'
import type { Readable } from '#streams/readable.ts'
import type { ClientOptions } from './client-options.ts'
import { selectFromActor } from './select-from-actor.ts'

/** The endpoints of this client, for diagnostics and the screen that shows their failure. */
export interface ClientEndpoints {
  /**
   * Set if the app cannot continue, because no endpoint is known and none can be discovered (DEC-75) [ENDP-19 ENDP-21].
   */
  readonly failure: Readable<EndpointFailure | undefined>
  /** Returns the current endpoint of each kind; undefined until one is known. */
  inUse(): Readonly<Record<EndpointKind, string | undefined>>
  /** Returns the last checks of file domains, oldest first [ENDP-29]. */
  fileDomains(): readonly FileDomainRecord[]
}

interface EndpointDependencies {
  readonly ports: Ports
  readonly endpoints: Endpoints
  readonly caller: Caller
  readonly credentials: CredentialSource
  readonly options: ClientOptions
}

/** Returns the secret that encryption keys are derived from: brand key and env value (DEC-71). */
export const brandSecret = ({ brand, env }: ClientOptions['environment']): string => `${brand.key}${env}`

/** Creates the services of the endpoints machine, and the record of its checks of file domains. */
export function endpointServices(dependencies: EndpointDependencies) {
  const { ports, endpoints, options } = dependencies
  const { environment, loadEnvironment, origin } = options
  const fileDomains = watchFileDomains({ ...dependencies, clock: ports.clock })
  const services: EndpointServices = {
    ...ports,
    endpoints,
    origin,
    secret: brandSecret(environment),
    selection: createEndpointSelection({ ...ports, endpoints, onProbed: fileDomains.onProbed }),
    environment: { fileEndpoints: [], dynamicEndpoints: [], ...environment },
    loadEnvironment,
  }
  return { services, fileDomains }
}

/** Creates the client's view of the endpoints machine. */
export const createClientEndpoints = (
  actor: ActorRefFrom<ReturnType<typeof createEndpointsMachine>>,
  endpoints: Endpoints,
  fileDomains: () => readonly FileDomainRecord[],
): ClientEndpoints => ({
  failure: selectFromActor(actor, () => actor.getSnapshot().context.failure),
  inUse: () => ({
    api: endpoints.api.current(),
    file: endpoints.file.current(),
    fileUpload: endpoints.fileUpload.current(),
    socket: endpoints.socket.current(),
  }),
  fileDomains,
})
