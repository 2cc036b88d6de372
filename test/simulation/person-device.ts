import type { Client } from '#client/client.ts'
import type { TimelineHandle } from '#client/timeline.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { silentNotifier } from '#streams/notification/silent-notifier.ts'
import type { Ports } from '#streams/ports.ts'
import type { Backend } from './backend.ts'
import type { Device } from './device.ts'
import {
  createTabClock,
  createTabVisibility,
  DeviceChannel,
  DeviceLocks,
  type TabVisibility,
} from './device-ports.ts'
import type { OccurrenceCounts } from './fault-counts.ts'
import { createFaultyStorage } from './faulty-storage.ts'
import { healthyConditions, type NetworkConditions } from './network-conditions.ts'
import { isRepeatableCall } from './repeatable-calls.ts'
import { createSlowMedia } from './scenario/attachments.ts'
import { cacheLists } from './scenario/cached-lists.ts'
import { forEachAccount } from './scenario/each-account.ts'
import { sendPreservedOutbox } from './scenario/preserved-outbox.ts'
import { createSeededHttp } from './seeded-http.ts'
import { createSeededSocket, type NetworkConnection } from './seeded-socket.ts'
import { createTabLife, type TabLife } from './tab-life.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** A client that runs in one tab, with what a person has open in it. */
export interface Tab {
  readonly name: string
  readonly personDevice: PersonDevice
  readonly life: TabLife
  readonly client: Client
  readonly visibility: TabVisibility
  /** The person has closed it; its client still puts its things in order. */
  isLeaving: boolean
  /** It started while the sign-in by another tab was in that tab's memory alone, and nobody has been signed in here since. */
  isLeftOut: boolean
  screen: { readonly conversation: ConversationId; readonly handle: TimelineHandle } | undefined
}

/** What a client told its report port. */
export interface ReportedFault {
  readonly tab: string
  readonly kind: string
  readonly detail: string
}

export interface PersonDeviceEnvironment {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly occurrences: OccurrenceCounts
  readonly backend: Backend
  readonly device: Device
  createClient(ports: Ports): Client
  reported(fault: ReportedFault): void
  /** The only tab has died while the storage refused what it did. */
  diedUnsaved(): void
}

/** One device with its tabs, which share its disk, its locks, its channel and its network. */
export class PersonDevice {
  readonly device: Device
  readonly conditions: NetworkConditions = { ...healthyConditions }
  readonly connections = new Set<NetworkConnection>()
  private readonly environment: PersonDeviceEnvironment
  private readonly locks = new DeviceLocks()
  private readonly channel = new DeviceChannel()
  /** Whether a person has been told that they are signed in here. */
  hasSignedIn = false
  private readonly opened: Tab[] = []
  private tabCount = 0
  private hasForgotten = false

  constructor(environment: PersonDeviceEnvironment) {
    this.environment = environment
    this.device = environment.device
  }

  /** Tabs that people use now, oldest first. */
  tabs(): readonly Tab[] {
    return this.opened.filter((tab) => tab.life.isAlive() && !tab.isLeaving)
  }

  /** How many tabs that were opened here are no longer used, each of which may have ended in whatever it was doing. */
  endedTabs(): number {
    return this.tabCount - this.tabs().length
  }

  /** Whether a tab ended while its storage refused: the files that it held in memory ended with it. */
  mayHaveForgotten(): boolean {
    return this.hasForgotten
  }

  /** The tab that leads, if any does. */
  leader(): Tab | undefined {
    return this.tabs().find((tab) => this.locks.isHeldBy(tab.life, 'leader-'))
  }

  /** Whether the tab that leads is hidden behind one that is seen. */
  hasHiddenLeader(): boolean {
    return (
      this.leader()?.visibility.isVisible() === false && this.tabs().some((tab) => tab.visibility.isVisible())
    )
  }

  /** Ends tabs that are leaving, in whatever they are doing. */
  endLeavingTabs(): void {
    for (const tab of this.opened) if (tab.isLeaving) tab.life.end()
  }

  /** Starts a client in a new tab on what the device has stored. */
  openTab(isVisible = true): Tab {
    const { time, trace, device, occurrences } = this.environment
    const name = `${device.name}.${++this.tabCount}`
    const life = createTabLife(name, () => occurrences.fault('tab crashed at an await'))
    const visibility = createTabVisibility(device, life, isVisible)
    trace.line(name, 'starts')
    life.onEnd(() => trace.line(name, 'ends'))
    const clock = createTabClock(time, device, life, visibility.isVisible)
    const client = this.environment.createClient({
      clock,
      media: createSlowMedia(clock),
      random: device.random.split(name),
      storage: createFaultyStorage({ time, device, life, occurrences }),
      ...this.networkOf(life),
      locks: this.locks.forTab(life),
      notifier: silentNotifier,
      channel: this.channel.forTab(device, life),
      visibility,
      // Real encryption would only cost time; the backend does not open what it gets.
      crypto: {
        encrypt: async (plain, _secret, purpose) => `${purpose}:${plain}`,
        decrypt: async (cipher, _secret, purpose) => cipher.slice(purpose.length + 1),
      },
      report: { fault: (fault) => this.report(name, fault) },
    })
    sendPreservedOutbox(client)
    cacheLists(client)
    life.onEnd(() => {
      if (!this.isRefusing(client)) return
      this.hasForgotten = true
      const isAlone = !this.opened.some((other) => other.life !== life && other.life.isAlive())
      if (isAlone) this.environment.diedUnsaved()
    })
    const isLeftOut = this.hasSignedIn && !device.hasStoredSignIn()
    const state = { isLeaving: false, isLeftOut, screen: undefined }
    const tab: Tab = { name, personDevice: this, life, client, visibility, ...state }
    forEachAccount(client, () => {
      tab.isLeftOut = false
    })
    this.opened.push(tab)
    return tab
  }

  /** Whether the storage refuses, or a client still holds what it refused. */
  private isRefusing(client: Client): boolean {
    const { diskFault, diskFailsUntil } = this.device.state
    const isFaulty = diskFault !== undefined && this.environment.time.now() < diskFailsUntil
    return isFaulty || client.storage.get().status !== 'durable'
  }

  private networkOf(life: TabLife): Pick<Ports, 'socket' | 'http'> {
    const { time, trace, backend, device, occurrences } = this.environment
    const shared = { time, trace, backend, device, life, occurrences, conditions: this.conditions }
    return {
      socket: createSeededSocket({ ...shared, open: this.connections }),
      http: createSeededHttp({ ...shared, isRepeatable: isRepeatableCall }),
    }
  }

  private report(tab: string, fault: { kind: string; detail: string; cause?: unknown }): void {
    const cause = fault.cause === undefined ? '' : ` (${String(fault.cause)})`
    this.environment.trace.line(tab, `reports ${fault.kind}: ${fault.detail}${cause}`)
    this.environment.reported({ tab, kind: fault.kind, detail: fault.detail + cause })
  }
}
