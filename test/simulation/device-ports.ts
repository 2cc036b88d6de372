import type { ChannelPort, Clock, LocksPort, VisibilityPort } from '#streams/ports.ts'
import type { Device } from './device.ts'
import type { TabLife } from './tab-life.ts'
import type { ScheduleHandle, VirtualTime } from './virtual-clock.ts'

/** Browsers run the timers of a hidden tab at most once a second. */
const hiddenTimerFloor = 1000

/** A tab's clock: the device's wall clock, true monotonic time, and timers that end with the tab. */
export function createTabClock(
  time: VirtualTime,
  device: Device,
  life: TabLife,
  isVisible: () => boolean,
): Clock {
  const start = time.now()
  return {
    now: () => device.wallClock(),
    monotonic: () => time.now() - start,
    setTimeout: (callback, delay) => ({
      timer: device.after(life, isVisible() ? delay : Math.max(delay, hiddenTimerFloor), callback),
    }),
    clearTimeout(handle) {
      // The handle is opaque to its users. Only the line above creates one.
      const timer = handle.timer as ScheduleHandle
      timer.cancel()
    },
  }
}

interface LockRequest {
  readonly life: TabLife
  start(): void
  lose(): void
}

/** The exclusive locks of one device, in request order. A dead tab releases its locks immediately. */
export class DeviceLocks {
  private readonly queues = new Map<string, LockRequest[]>()

  /** Whether this tab holds a lock whose name has this prefix. */
  isHeldBy(life: TabLife, prefix: string): boolean {
    return [...this.queues].some(([name, queue]) => name.startsWith(prefix) && queue[0]?.life === life)
  }

  forTab(life: TabLife): LocksPort {
    return {
      hold: (name, signal, holder) => life.whileAlive(this.ask(life, name, signal, holder, this.enter)),
      steal: (name, signal, holder) => life.whileAlive(this.ask(life, name, signal, holder, this.rob)),
    }
  }

  private ask<Result>(
    life: TabLife,
    name: string,
    signal: AbortSignal,
    holder: (lost: AbortSignal) => Promise<Result>,
    enter: (queue: LockRequest[], request: LockRequest) => void,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // The code of a dead tab still runs in the simulation. It must not take a lock that nothing would release.
      if (!life.isAlive()) return
      if (signal.aborted) return reject(signal.reason)
      const giveUp = () => {
        this.leave(name, request)
        reject(signal.reason)
      }
      const lost = new AbortController()
      const request: LockRequest = {
        life,
        lose: () => {
          lost.abort(Object.assign(new Error('The lock was stolen'), { name: 'AbortError' }))
          reject(lost.signal.reason)
        },
        start: () => {
          signal.removeEventListener('abort', giveUp)
          const release = () => this.leave(name, request)
          Promise.resolve()
            .then(() => holder(lost.signal))
            .then(resolve, reject)
            .finally(release)
        },
      }
      signal.addEventListener('abort', giveUp)
      life.onEnd(() => this.leave(name, request))
      const queue = this.queues.get(name) ?? []
      this.queues.set(name, queue)
      enter(queue, request)
    })
  }

  private readonly enter = (queue: LockRequest[], request: LockRequest): void => {
    if (queue.push(request) === 1) request.start()
  }

  private readonly rob = (queue: LockRequest[], request: LockRequest): void => {
    const stolenFrom = queue.shift()
    queue.unshift(request)
    stolenFrom?.lose()
    request.start()
  }

  private leave(name: string, request: LockRequest): void {
    const queue = this.queues.get(name)
    const index = queue?.indexOf(request) ?? -1
    if (!queue || index < 0) return
    queue.splice(index, 1)
    if (index === 0) queue[0]?.start()
  }
}

/** The broadcast channel of one device's tabs. Delivers copies in order to all tabs except the sender. */
export class DeviceChannel {
  private readonly tabs = new Map<TabLife, Set<(message: unknown) => void>>()

  forTab(device: Device, life: TabLife): ChannelPort {
    const own = new Set<(message: unknown) => void>()
    this.tabs.set(life, own)
    life.onEnd(() => this.tabs.delete(life))
    return {
      post: (message) => {
        if (!life.isAlive()) return
        for (const [other, listeners] of this.tabs) {
          if (other === life) continue
          const copy: unknown = structuredClone(message)
          device.after(other, 1, () => {
            for (const listener of [...listeners]) listener(copy)
          })
        }
      },
      subscribe(listener) {
        own.add(listener)
        return () => own.delete(listener)
      },
    }
  }
}

/** The visibility of a tab, set by the scenario. */
export interface TabVisibility extends VisibilityPort {
  show(isVisible: boolean): void
}

export function createTabVisibility(device: Device, life: TabLife, isFirstVisible: boolean): TabVisibility {
  const listeners = new Set<() => void>()
  let isVisible = isFirstVisible
  const tell = () => {
    if (!life.isAlive()) return
    for (const listener of [...listeners]) listener()
  }
  life.onEnd(device.onChange(tell))
  return {
    isVisible: () => isVisible,
    isOnline: () => device.state.isOnline,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(next) {
      if (isVisible === next) return
      isVisible = next
      tell()
    },
  }
}
