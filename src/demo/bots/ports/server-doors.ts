import type { Server } from '#server/create-server.ts'
import type { Peer } from '#server/ports.ts'

/** The two interfaces of a server in this process. */
export interface ServerDoors {
  readonly app: {
    fetch(request: Request, environment: { readonly peer: Peer }): Response | Promise<Response>
  }
  readonly gateway: Pick<Server['gateway'], 'connect'>
}
