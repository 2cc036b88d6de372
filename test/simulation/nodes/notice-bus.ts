import type { NoticeListener, Notices } from '#server/hosts/node/cluster/notices.ts'
import type { FaultKind } from '../fault-counts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { VirtualTime } from '../virtual-clock.ts'

/** The usual latency of a notice and that of a late one, ms. Notices overtake each other. */
const latency = [1, 30] as const
const lateBy = [100, 5000] as const
/** How long a node may miss that it is cut off from the bus, ms. */
const detection = 4000

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
  /** The node has died. */
  end(): void
}

/** Runs something now, or when the node is no longer frozen. */
export type WhenAwake = (run: () => void) => void

interface Subscriber {
  readonly whenAwake: WhenAwake
  listener: NoticeListener | undefined
  isCutOff: boolean
}

/**
 * A message broker in virtual time, which loses, doubles and delays notices. News may be lost at any time, because the
 * database has what they are about. Passed texts are lost only while there are faults.
 */
export function createNoticeBus({ time, random, isHealed, struck }: BusWorld): ConnectToBus {
  const subscribers = new Set<Subscriber>()

  /** Carries something from one node to all others. */
  const carry = (from: Subscriber, isReliable: boolean, arrive: (listener: NoticeListener) => void) => {
    if (from.isCutOff) return
    for (const to of subscribers) {
      if (to === from) continue
      const isLost = !isReliable && random.chance(0.2)
      const isDoubled = !isReliable && random.chance(0.15)
      const isLate = !isReliable && random.chance(0.2)
      const [earliest, latest] = isLate ? lateBy : latency
      if (isLost) struck('notice lost')
      else if (isDoubled) struck('notice doubled')
      if (!isLost && isLate) struck('notice late')
      for (let copies = isLost ? 0 : isDoubled ? 2 : 1; copies > 0; copies--)
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
    subscribers.add(own)
    return {
      get isConnected() {
        return isConnected
      },
      publish: () => carry(own, false, (listener) => listener.news()),
      pass: (text) => carry(own, isHealed(), (listener) => listener.passed(text)),
      subscribe: (listener) => {
        own.listener = listener
      },
      close: async () => void subscribers.delete(own),
      end: () => void subscribers.delete(own),
      cutOff(duration) {
        if (own.isCutOff) return
        struck('node cut off from the notices')
        own.isCutOff = true
        time.schedule(random.integer(0, detection), () => {
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
