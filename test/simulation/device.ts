import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import type { StorageFaultKind } from '#streams/storage/storage-error.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { TabLife } from './tab-life.ts'
import type { ScheduleHandle, VirtualTime } from './virtual-clock.ts'

/** The error of one machine's clock: its offset and its drift. */
export interface ClockError {
  /** Added to true time, ms. */
  readonly skew: number
  /** Seconds gained per second. A real quartz stays below 100 millionths. */
  readonly drift: number
}

/** One machine of one person: a disk, a wall clock, a network card, and some tabs. */
export interface Device {
  readonly name: string
  readonly random: SeededRandom
  /** The actual contents of the disk. */
  readonly disk: MemoryDisk
  readonly state: DeviceState
  /** The wall clock, ms: wrong by up to hours, drifting, and sometimes reset. */
  wallClock(): number
  setClock(error: ClockError): void
  /** Runs the callback after `delay` ms, only while the tab lives, and not before the device wakes. */
  after(life: TabLife, delay: number, callback: () => void): ScheduleHandle
  /** Stops the device for `duration` ms. Due timers run when it wakes. */
  sleep(duration: number): void
  isAwake(): boolean
  /** When it wakes, true time in ms. In the past when it is awake. */
  wakesAt(): number
  /** Ends a sleep immediately. */
  wake(): void
  /** Runs one disk delay of a tab's transaction. */
  whileDiskWorks(life: TabLife, wait: () => Promise<void>): Promise<void>
  /** Records that a fault of this kind has just struck, so that its client may report it. */
  strike(cause: FaultCause): void
  /** When a fault of this kind last struck until `at`, active ms. Minus infinity if none did. */
  lastStrike(cause: FaultCause, at: number): number
  /** Whether its disk ever stored a sign-in. */
  hasStoredSignIn(): boolean
  recordStoredSignIn(): void
  /** Whether events may still be unsaved: an append failed, and no tab has appended since. */
  mayHoldUnsaved(): boolean
  recordUnsaved(isUnsaved: boolean): void
  /** Whether a write or removal of this local file was reported to a client as failed. It may have succeeded. */
  hasFileFault(key: string): boolean
  recordFileFault(key: string): void
  /** Called after any change of `state`. */
  onChange(listener: () => void): () => void
  change(change: Partial<DeviceState>): void
}

/** What may make a client report a fault. */
export type FaultCause = 'storage' | 'database deleted' | 'asleep in a transaction' | 'network' | 'signed out'

/** The faults of a device. */
export interface DeviceState {
  isOnline: boolean
  /** The end of the disk failure, true time in ms. */
  diskFailsUntil: number
  /** The kind of disk failure: a named fault or an unknown error. */
  diskFault: Extract<StorageFaultKind, 'quota-exceeded' | 'connection-lost' | 'unknown'> | undefined
  /** Until then each committed write loses the connection and is reported as failed, true time in ms. */
  losesAnswersUntil: number
  /** The longest duration of a transaction, ms. */
  diskDelay: number
}

export function createDevice(
  name: string,
  time: VirtualTime,
  random: SeededRandom,
  disk: MemoryDisk,
  clockError: ClockError,
): Device {
  const listeners = new Set<() => void>()
  const state: DeviceState = {
    isOnline: true,
    diskFailsUntil: 0,
    diskFault: undefined,
    losesAnswersUntil: 0,
    diskDelay: 0,
  }
  const start = time.now()
  let error = clockError
  /** Callbacks that came due during the sleep, in order. */
  const held: (() => void)[] = []
  let wakesAt = 0
  const waiting = new Set<{ readonly life: TabLife }>()
  const strikes: { readonly cause: FaultCause; readonly at: number }[] = []
  let hasStoredSignIn = false
  let mayHoldUnsaved = false
  const fileFaults = new Set<string>()

  const after = (life: TabLife, delay: number, callback: () => void): ScheduleHandle => {
    let isCancelled = false
    const fire = () => {
      if (isCancelled || !life.isAlive()) return
      if (time.now() < wakesAt) held.push(fire)
      else callback()
    }
    const handle = time.schedule(delay, fire)
    return {
      cancel: () => {
        isCancelled = true
        handle.cancel()
      },
    }
  }
  const wake = () => {
    if (time.now() < wakesAt) return
    for (const fire of held.splice(0)) time.schedule(0, fire)
  }

  return {
    name,
    random,
    disk,
    state,
    wallClock: () => Math.round(time.now() + error.skew + (time.now() - start) * error.drift),
    setClock(next) {
      error = next
    },
    after,
    sleep(duration) {
      if ([...waiting].some(({ life }) => life.isAlive()))
        time.schedule(duration, () =>
          strikes.push({ cause: 'asleep in a transaction', at: time.activeTime() }),
        )
      wakesAt = Math.max(wakesAt, time.now() + duration)
      time.schedule(duration, wake)
    },
    isAwake: () => time.now() >= wakesAt,
    wakesAt: () => wakesAt,
    wake() {
      wakesAt = time.now()
      wake()
    },
    async whileDiskWorks(life, wait) {
      const work = { life }
      waiting.add(work)
      await wait()
      waiting.delete(work)
    },
    strike: (cause) => void strikes.push({ cause, at: time.activeTime() }),
    lastStrike: (cause, at) =>
      strikes.findLast((strike) => strike.cause === cause && strike.at <= at)?.at ?? Number.NEGATIVE_INFINITY,
    hasStoredSignIn: () => hasStoredSignIn,
    recordStoredSignIn() {
      hasStoredSignIn = true
    },
    mayHoldUnsaved: () => mayHoldUnsaved,
    recordUnsaved(isUnsaved) {
      mayHoldUnsaved = isUnsaved
    },
    hasFileFault: (key) => fileFaults.has(key),
    recordFileFault: (key) => void fileFaults.add(key),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(change) {
      Object.assign(state, change)
      for (const listener of [...listeners]) listener()
    },
  }
}
