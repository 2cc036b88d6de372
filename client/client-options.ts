import type { InspectionEvent } from 'xstate'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import type { CallerIdentity } from '#streams/http/request.ts'
import type { RetentionPlan } from '#streams/log/retention-schedule.ts'

/** The configuration of a client. */
export interface ClientOptions {
  /** Endpoint lists, dynamic sources, brand and push. Without endpoints and sources the client uses its own origin. */
  readonly environment: Pick<
    EnvironmentConfig,
    'apiEndpoints' | 'fileUploadEndpoints' | 'websocketEndpoints' | 'brand' | 'env'
  > &
    Partial<Pick<EnvironmentConfig, 'fileEndpoints' | 'dynamicEndpoints' | 'push'>>
  /** Loads the environment again, every 15 minutes (DEC-121) [ENDP-04]. */
  readonly loadEnvironment?: () => Promise<EnvironmentConfig>
  /** The page's origin, such as `http://localhost:4310`. */
  readonly origin: string
  readonly locale: string
  readonly deviceType: CallerIdentity['deviceType']
  readonly version: string
  /** Overrides the server's retention, for simulations. */
  readonly retention?: RetentionPlan
  /** Receives every event and snapshot of every machine; development only. */
  readonly inspect?: (event: InspectionEvent) => void
}
