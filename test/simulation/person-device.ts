import type { AccountClient, Client } from '#client/client.ts'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { TimelineHandle } from '#client/timeline.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { Lookup } from '#streams/lookups/lookup-cache.ts'
import { type Ports, silentNotifier } from '#streams/ports.ts'
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
import { settlePreservedOutbox } from './scenario/preserved-outbox.ts'
import { createSeededHttp } from './seeded-http.ts'
import { createSeededSocket, type NetworkConnection } from './seeded-socket.ts'
import { createTabLife, type TabLife } from './tab-life.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** The open members screen of a group. */
export interface GroupScreen {
  readonly account: AccountClient
  readonly group: ConversationId
  readonly members: Lookup<GroupInfo>
  close(): void
}

/** An open conversation. */
export interface Screen {
  readonly account: AccountClient
  readonly conversation: ConversationId
  readonly handle: TimelineHandle
}

/** A client in one tab, with what the person has open in it. */
export interface Tab {
  readonly name: string
  readonly personDevice: PersonDevice
  readonly life: TabLife
  readonly client: Client
  readonly visibility: TabVisibility
  /** The person has closed the tab. Its client is still shutting down. */
  isLeaving: boolean
  /** The tab started while another tab held the sign-in only in memory, and has had no signed-in user since. */
  isLeftOut: boolean
  /** Since when it follows what the other tabs of the device do, virtual ms. Infinite before its account runs. */
  followsSince: number
  groupScreens: readonly GroupScreen[]
  screen: Screen | undefined
}

/** A fault that a client sent to its report port. */
export interface ReportedFault {
  readonly tab: string
  readonly kind: string
  readonly detail: string
  /** Virtual time without pauses, ms. */
  readonly at: number
  /** Whether the person was signed in on the device. */
  readonly isSignedIn: boolean
}

export interface PersonDeviceEnvironment {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly occurrences: OccurrenceCounts
  readonly backend: Backend
  readonly device: Device
  createClient(ports: Ports, tab: string): Client
  reported(fault: ReportedFault): void
  /** A tab sends the preserved outbox, by the ledger's names of its messages. */
  sendsAgain(texts: readonly string[]): void
  /** A tab died while the storage rejected its writes. No other tab has those from before `since`, virtual ms. */
  diedUnsaved(since: number): void
}

/** One device with its tabs, which share its disk, locks, channel and network. */
export class PersonDevice {
  readonly device: Device
  readonly conditions: NetworkConditions = { ...healthyConditions }
  readonly connections = new Set<NetworkConnection>()
  private readonly environment: PersonDeviceEnvironment
  private readonly locks = new DeviceLocks()
  private readonly channel = new DeviceChannel()
  /** The user whose account may run here in addition to the person's. */
  guestId: UserId | undefined
  /** Whether the person has signed in here since the last end of a sign-in. */
  hasSignedIn = false
  private endedAt = 0
  private readonly opened: Tab[] = []
  private tabCount = 0
  private hasForgotten = false
  /** When a tab last ended while its storage failed, virtual ms. */
  private forgottenAt = Number.NEGATIVE_INFINITY

  constructor(environment: PersonDeviceEnvironment) {
    this.environment = environment
    this.device = environment.device
  }

  /** Records that the server or the person ended the sign-in here. */
  signInEnded(): void {
    this.hasSignedIn = false
    this.endedAt = this.environment.time.now()
  }

  /** Asks for a sign-in. One that the server ended before its response arrived here does not count. */
  async requestSignIn(request: () => Promise<{ readonly isOk: boolean }>): Promise<void> {
    const requestedAt = this.environment.time.now()
    const { isOk } = await request()
    if (isOk && requestedAt > this.endedAt) this.hasSignedIn = true
  }

  /** The open tabs, oldest first. */
  tabs(): readonly Tab[] {
    return this.opened.filter((tab) => tab.life.isAlive() && !tab.isLeaving)
  }

  /** The number of closed tabs. Each may have ended during any operation. */
  endedTabs(): number {
    return this.tabCount - this.tabs().length
  }

  /** Whether a tab ended while its storage failed. Files that it held in memory ended with it. */
  mayHaveForgotten(): boolean {
    return this.hasForgotten
  }

  /** The leader tab, or undefined. */
  leader(): Tab | undefined {
    return this.tabs().find((tab) => this.locks.isHeldBy(tab.life, 'leader-'))
  }

  /** Whether the leader tab is hidden while another tab is visible. */
  hasHiddenLeader(): boolean {
    return (
      this.leader()?.visibility.isVisible() === false && this.tabs().some((tab) => tab.visibility.isVisible())
    )
  }

  /** Ends tabs that are shutting down, during whatever they do. */
  endLeavingTabs(): void {
    for (const tab of this.opened) if (tab.isLeaving) tab.life.end()
  }

  /** Starts a client in a new tab with the device's stored data. */
  openTab(isVisible = true): Tab {
    const { time, trace, device, occurrences } = this.environment
    const name = `${device.name}.${++this.tabCount}`
    const life = createTabLife(name, () => occurrences.fault('tab crashed at an await'))
    const visibility = createTabVisibility(device, life, isVisible)
    trace.line(name, 'starts')
    life.onEnd(() => trace.line(name, 'ends'))
    const clock = createTabClock(time, device, life, visibility.isVisible)
    const client = this.environment.createClient(
      {
        clock,
        media: createSlowMedia(clock),
        random: device.random.split(name),
        storage: createFaultyStorage({ time, device, life, occurrences }),
        ...this.networkOf(life),
        locks: this.locks.forTab(life),
        notifier: silentNotifier,
        channel: this.channel.forTab(device, life),
        visibility,
        // Real encryption would only cost time. The backend does not decrypt.
        crypto: {
          encrypt: async (plain, _secret, purpose) => `${purpose}:${plain}`,
          decrypt: async (cipher, _secret, purpose) => cipher.slice(purpose.length + 1),
        },
        report: { fault: (fault) => this.report(name, fault) },
      },
      name,
    )
    settlePreservedOutbox(client, this.environment.sendsAgain)
    cacheLists(client)
    life.onEnd(() => {
      if (this.isRefusing(client)) {
        this.hasForgotten = true
        this.forgottenAt = time.now()
      }
      // Tabs that end in the same moment, or start later, cannot take over what only the memory of one of them has.
      if (this.forgottenAt === time.now()) this.environment.diedUnsaved(this.followedSince(life))
    })
    const isLeftOut = this.hasSignedIn && !device.hasStoredSignIn()
    const followsSince = Number.POSITIVE_INFINITY
    const state = { isLeaving: false, isLeftOut, followsSince, groupScreens: [], screen: undefined }
    const tab: Tab = { name, personDevice: this, life, client, visibility, ...state }
    forEachAccount(client, () => {
      tab.isLeftOut = false
      tab.followsSince = time.now()
    })
    this.opened.push(tab)
    return tab
  }

  /** Since when some tab other than the one that dies has followed the device, virtual ms. Infinite without one. */
  private followedSince(dying: TabLife): number {
    const others = this.opened.filter(({ life }) => life !== dying && life.isAlive())
    return Math.min(...others.map(({ followsSince }) => followsSince))
  }

  /** Whether the storage fails, or a client still holds rejected writes in memory. */
  private isRefusing(client: Client): boolean {
    const { diskFault, diskFailsUntil, losesAnswersUntil } = this.device.state
    const isFailing = diskFault !== undefined && this.environment.time.now() < diskFailsUntil
    const isFaulty = isFailing || this.environment.time.now() < losesAnswersUntil
    // The client shows a fault only after its first attempt to store the events again.
    return isFaulty || this.device.mayHoldUnsaved() || client.storage.get().status !== 'durable'
  }

  private networkOf(life: TabLife): Pick<Ports, 'socket' | 'http'> {
    const { time, trace, backend, device, occurrences } = this.environment
    const shared = { time, trace, backend, device, life, occurrences, conditions: this.conditions }
    return {
      socket: createSeededSocket({
        ...shared,
        open: this.connections,
        loggedIn: (acceptedAt) => {
          if (acceptedAt > this.endedAt) this.hasSignedIn = true
        },
      }),
      http: createSeededHttp({ ...shared, isRepeatable: isRepeatableCall }),
    }
  }

  private report(tab: string, fault: { kind: string; detail: string; cause?: unknown }): void {
    const cause = fault.cause === undefined ? '' : ` (${String(fault.cause)})`
    this.environment.trace.line(tab, `reports ${fault.kind}: ${fault.detail}${cause}`)
    const at = this.environment.time.activeTime()
    this.environment.reported({
      tab,
      kind: fault.kind,
      detail: fault.detail + cause,
      at,
      isSignedIn: this.hasSignedIn,
    })
  }
}
