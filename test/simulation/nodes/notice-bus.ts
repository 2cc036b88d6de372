import type { NoticeListener, Notices } from '#server/hosts/node/cluster/notices.ts'
import type { FaultKind } from '../fault-counts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { VirtualTime } from '../virtual-clock.ts'

/** The usual latency of a notice and that of a late one, ms. Notices overtake each other. */
const latency = [1, 30] as const
const lateLatency = [100, 5000] as const
/** The maximum time until a node notices that it is cut off from the bus, ms. */
const maxDetectionTime = 4000

interface BusWorld {
  readonly time: VirtualTime
  readonly random: SeededRandom
  isHealed(): boolean
  struck(kind: FaultKind): void
}

export type ConnectToBus = (whenAwake: WhenAwake) => BusConnection

/** The connection of one run of a node to the bus. */
export interface BusConnection extends Notices {
  /** Cuts the node off from the bus for a time, ms. */
  cutOff(duration: number): void
  /** Delivers nothing to the node from now on. Called when its run ends. */
  end(): void
}

/** Calls back immediately, or when the node is no longer frozen, but never after the node died. */
export type WhenAwake = (callback: () => void) => void

interface Subscriber {
  readonly whenAwake: WhenAwake
  listener: NoticeListener | undefined
  isCutOff: boolean
}

/**
 * A message broker in virtual time, which loses, duplicates and delays notices. `publish` may lose a notice at any time,
 * because the database has the deliveries. `pass` loses a text only until the world is healed.
 */
export function createNoticeBus({ time, random, isHealed, struck }: BusWorld): ConnectToBus {
  const subscribers = new Set<Subscriber>()

  /** Calls the listeners of all other nodes after a latency each. */
  const notifyOthers = (
    from: Subscriber,
    isReliable: boolean,
    arrive: (listener: NoticeListener) => void,
  ) => {
    if (from.isCutOff) return
    for (const to of subscribers) {
      if (to === from) continue
      const isLost = !isReliable && random.chance(0.2)
      const isDuplicated = !isReliable && random.chance(0.15)
      const isLate = !isReliable && random.chance(0.2)
      const [earliest, latest] = isLate ? lateLatency : latency
      if (isLost) struck('notice lost')
      else if (isDuplicated) struck('notice duplicated')
      if (!isLost && isLate) struck('notice late')
      for (let copies = isLost ? 0 : isDuplicated ? 2 : 1; copies > 0; copies--)
        time.schedule(random.integer(earliest, latest), () => {
          if (to.isCutOff) return
          to.whenAwake(() => {
            if (subscribers.has(to) && to.listener) arrive(to.listener)
          })
        })
    }
  }

  return (whenAwake) => {
    const own: Subscriber = { whenAwake, listener: undefined, isCutOff: false }
    let isConnected = true
    const end = () => void subscribers.delete(own)
    subscribers.add(own)
    return {
      get isConnected() {
        return isConnected
      },
      publish: () => notifyOthers(own, false, (listener) => listener.news()),
      pass: (text) => notifyOthers(own, isHealed(), (listener) => listener.passed(text)),
      subscribe: (listener) => {
        own.listener = listener
      },
      close: async () => end(),
      end,
      cutOff(duration) {
        if (own.isCutOff) return
        struck('node cut off from the notices')
        own.isCutOff = true
        time.schedule(random.integer(0, maxDetectionTime), () => {
          isConnected = !own.isCutOff
        })
        time.schedule(duration, () => {
          own.isCutOff = false
          isConnected = true
          if (subscribers.has(own)) own.listener?.news()
        })
      },
    }
  }
}
