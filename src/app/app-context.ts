import { createContext, use } from 'react'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import type { EndpointsInUse } from '#src/features/entry/diagnostics.ts'
import type { InspectionKit } from '#src/inspection/in-browser.ts'
import type { Inspection } from '#src/inspection/inspection.ts'
import type { NotificationPermission } from '#src/platform/notification/notification-permission.ts'
import type { ReportPort } from '#streams/ports.ts'
import { useReadable } from '../ui/use-readable.ts'
import type { ConnectionHistory } from './connection-history.ts'
import type { HostStore } from './host.ts'
import type { Fault } from './ports/report.ts'
import type { PreferenceStore, Preferences } from './preferences.ts'

/** Facts about this installation, for the diagnostics. */
export interface InstallationFacts {
  readonly clientId: string
  readonly endpoints: EndpointsInUse
}

/** The services of the app as an installed program. */
export interface InstallationServices {
  /** The browser's last offer to install the app. */
  readonly offer: () => Event | undefined
  readonly report: ReportPort
}

/** The fault and connection history of this page, for the diagnostics. */
export interface PageHistory {
  readonly connections: ConnectionHistory
  /** Oldest first. */
  faults(): readonly Fault[]
}

/** The services of the page that are not part of the client. */
export interface AppServices {
  readonly environment: EnvironmentConfig
  readonly preferences: PreferenceStore
  /** The host parameters of the link that opened this tab. */
  readonly host: HostStore
  readonly diagnostics: InstallationFacts
  readonly journal: PageHistory
  /** Undefined on a page that is never installed. */
  readonly installation?: InstallationServices | undefined
  /** The browser's permission for notifications; undefined on a page that never asks for it. */
  readonly notifications: NotificationPermission | undefined
  /** Development only: the inspector of this tab and others. */
  readonly inspection: InspectionKit | undefined
}

export const AppContext = createContext<AppServices | undefined>(undefined)

/** The page's services. Throws outside the app. */
export const useApp = (): AppServices => {
  const services = use(AppContext)
  if (services === undefined) throw new Error('useApp needs the AppContext above it')
  return services
}

/** Returns XState's `inspect` option for a machine that a component starts; empty without an inspector. */
export const useInspectOption = (): Partial<Pick<Inspection, 'inspect'>> => {
  const inspection = use(AppContext)?.inspection
  return inspection === undefined ? {} : { inspect: inspection.inspection.inspect }
}

/** Returns the preferences of this device, and a function that changes them. */
export const usePreferences = (): readonly [Preferences, PreferenceStore['change']] => {
  const { preferences } = useApp()
  return [useReadable(preferences), preferences.change]
}
