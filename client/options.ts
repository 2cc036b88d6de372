import type { InspectionEvent } from 'xstate'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import type { DeviceType } from '#schemas/wire/envelope.ts'
import type { RetentionPlan } from '#streams/log/start-retention.ts'

/** What a client is made for; everything else comes in by its ports. */
export interface ClientOptions {
  /** Endpoint lists, dynamic sources, brand and push; no endpoint and no source at all means the own origin. */
  readonly environment: Pick<
    EnvironmentConfig,
    'apiEndpoints' | 'fileUploadEndpoints' | 'websocketEndpoints' | 'brand' | 'env'
  > &
    Partial<Pick<EnvironmentConfig, 'fileEndpoints' | 'dynamicEndpoints' | 'push'>>
  /** Loads the environment anew, every 15 minutes (DEC-121) [ENDP-04]; left out where there is none to load. */
  readonly loadEnvironment?: () => Promise<EnvironmentConfig>
  /** The page's origin, such as `http://localhost:4310`. */
  readonly origin: string
  readonly locale: string
  readonly deviceType: DeviceType
  readonly version: string
  /** For simulations: how long things are kept, instead of what the server says. */
  readonly retention?: RetentionPlan
  /** Development only: hears every event and snapshot of every machine. */
  readonly inspect?: (event: InspectionEvent) => void
}
