import type { Activity } from './activity.ts'
import type { SendQueue } from './conversations/send-queue.ts'
import type { Admission } from './gateway/admission.ts'
import type { ConnectionRegistry } from './gateway/connection-registry.ts'
import type { Lanes } from './lanes.ts'
import type { Limits } from './limits/limits.ts'
import type { ServerPorts } from './ports.ts'

/** What handlers work with: the ports, and this server's own memory. */
export interface Services extends ServerPorts {
  readonly limits: Limits
  readonly admission: Admission
  readonly lanes: Lanes
  readonly sends: SendQueue
  readonly activity: Activity
  readonly connections: ConnectionRegistry
}
