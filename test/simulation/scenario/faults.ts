import { healthyConditions, type NetworkConditions } from '../network-conditions.ts'
import type { Seat } from '../seat.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'

/** Breaks something at one device or at the backend and tells in words what. */
type Break = (world: World, seat: Seat, random: SeededRandom) => string

const hour = 60 * 60 * 1000

/** Changes the network of one device for a while. */
function worsen(world: World, seat: Seat, duration: number, change: Partial<NetworkConditions>): void {
  Object.assign(seat.conditions, change)
  world.time.schedule(duration, () => {
    // Only what this fault changed becomes healthy again: several may overlap.
    const healed = Object.keys(change).map((key) => [key, healthyConditions[key as keyof NetworkConditions]])
    Object.assign(seat.conditions, Object.fromEntries(healed))
  })
}

const breaks = {
  cut: (_world, seat) => {
    for (const connection of seat.connections) connection.cut()
    return 'cut'
  },
  halfOpen: (_world, seat, random) => {
    const direction = random.pick(['both', 'to-client', 'to-server'] as const)
    for (const connection of seat.connections) connection.halfOpen(direction)
    return `half-open ${direction}`
  },
  refuse: (world, seat, random) => {
    const duration = random.integer(1000, 20_000)
    worsen(world, seat, duration, { isRefusing: true })
    for (const connection of seat.connections) connection.cut()
    return `refused for ${duration} ms`
  },
  blackHole: (world, seat, random) => {
    const duration = random.integer(1000, 10_000)
    worsen(world, seat, duration, { isBlackHole: true })
    for (const connection of seat.connections) connection.cut()
    return `unreachable for ${duration} ms`
  },
  loseAnswers: (world, seat, random) => {
    const duration = random.integer(5000, 20_000)
    worsen(world, seat, duration, { answerLoss: 0.5, requestLoss: 0.2, duplication: 0.5 })
    return `loses answers for ${duration} ms`
  },
  slow: (world, seat, random) => {
    const duration = random.integer(5000, 20_000)
    worsen(world, seat, duration, { latency: [200, random.integer(500, 8000)] })
    if (seat.tabs().length > 0) world.happenings.fault('network slow')
    return `slow for ${duration} ms`
  },
  restartServer: (world, _seat, random) => {
    const duration = random.integer(100, 8000)
    if (world.backend.isRunning()) world.happenings.fault('server restarted')
    world.backend.stop()
    world.time.schedule(duration, () => world.backend.start())
    return `server down for ${duration} ms`
  },
  setClock: (world, seat, random) => {
    const skew = random.integer(-24 * hour, 24 * hour)
    seat.device.setClock({ skew, drift: 0 })
    if (seat.tabs().length > 0) world.happenings.fault('clock set')
    return `clock set off by ${skew} ms`
  },
  sleep: (world, seat, random) => {
    const duration = random.integer(2000, 60_000)
    seat.device.sleep(duration)
    if (seat.tabs().length > 0) world.happenings.fault('device asleep')
    if (random.chance(0.5)) for (const connection of seat.connections) connection.halfOpen('both')
    return `sleeps for ${duration} ms`
  },
  hide: (world, seat, random) => {
    const duration = random.integer(1000, 30_000)
    const tabs = seat.tabs().filter(() => random.chance(0.7))
    for (const tab of tabs) tab.visibility.show(false)
    if (tabs.length > 0) world.happenings.fault('tab hidden')
    if (seat.hasHiddenLeader()) world.happenings.fault('leader hidden')
    world.time.schedule(duration, () => {
      for (const tab of tabs) tab.visibility.show(true)
    })
    return `hides ${tabs.length} tabs for ${duration} ms`
  },
  offline: (world, seat, random) => {
    const duration = random.integer(1000, 20_000)
    seat.device.change({ isOnline: false })
    if (seat.tabs().length > 0) world.happenings.fault('device offline')
    for (const connection of seat.connections) {
      if (random.chance(0.5)) connection.cut()
      else connection.halfOpen('both')
    }
    world.time.schedule(duration, () => seat.device.change({ isOnline: true }))
    return `offline for ${duration} ms`
  },
  failDisk: (world, seat, random) => {
    const duration = random.integer(1, 3000)
    seat.device.change({ diskFailsUntil: world.time.now() + duration, diskFault: undefined })
    return `disk fails for ${duration} ms`
  },
  failDatabase: (world, _seat, random) => {
    const statements = random.integer(0, 40)
    world.database.failAfter(statements, () => world.happenings.fault('database failing'))
    return `database fails after ${statements} statements`
  },
  slowDisk: (world, seat, random) => {
    const duration = random.integer(1000, 20_000)
    seat.device.change({ diskDelay: random.integer(5, 400) })
    world.time.schedule(duration, () => seat.device.change({ diskDelay: 0 }))
    return `disk slow for ${duration} ms`
  },
  faultyStorage: (world, seat, random) => {
    const duration = random.integer(500, 15_000)
    const diskFault = random.pick(['quota-exceeded', 'connection-lost', 'unknown'] as const)
    const isWaiting = seat.tabs().some(({ client }) => client.storage.get().status !== 'durable')
    if (!isWaiting) world.ledger.storageRefuses(seat.device.name)
    seat.device.change({ diskFailsUntil: world.time.now() + duration, diskFault })
    return `storage says ${diskFault} for ${duration} ms`
  },
  failCalls: (world, seat, random) => {
    const duration = random.integer(2000, 15_000)
    worsen(world, seat, duration, { failure: 0.5 })
    return `calls fail on their way for ${duration} ms`
  },
  endDevice: (world, seat) => {
    const tabs = seat.tabs()
    if (tabs.length > 0) world.happenings.fault('device ended with all tabs')
    for (const tab of tabs) tab.life.end()
    return `ends with its ${tabs.length} tabs`
  },
  stopServer: (world, _seat, random) => {
    const code = random.pick([1012, 1013] as const)
    const duration = random.integer(100, 8000)
    if (world.backend.isRunning()) world.backend.stop(code)
    world.time.schedule(duration, () => world.backend.start())
    return `server says ${code} and is down for ${duration} ms`
  },
  hideLeader: (world, seat, random) => {
    const duration = random.integer(1000, 30_000)
    const leader = seat.leader()
    if (!leader) return 'has no leader to hide'
    if (seat.tabs().length === 1) seat.openTab()
    leader.visibility.show(false)
    if (seat.hasHiddenLeader()) world.happenings.fault('leader hidden')
    world.time.schedule(duration, () => leader.visibility.show(true))
    return `hides its leader for ${duration} ms`
  },
  freeze: (world, seat, random) => {
    const duration = random.integer(120_000, 400_000)
    seat.device.sleep(duration)
    if (seat.tabs().length > 0)
      world.time.schedule(duration, () => world.happenings.fault('device frozen for minutes'))
    return `is frozen for ${duration} ms`
  },
} as const satisfies Record<string, Break>
export type FaultName = keyof typeof breaks

const weights: Readonly<Record<FaultName, number>> = {
  cut: 14,
  halfOpen: 10,
  refuse: 8,
  blackHole: 4,
  loseAnswers: 14,
  slow: 8,
  restartServer: 8,
  setClock: 6,
  sleep: 6,
  hide: 8,
  offline: 8,
  failDisk: 6,
  slowDisk: 4,
  failDatabase: 5,
  faultyStorage: 6,
  failCalls: 6,
  endDevice: 4,
  stopServer: 5,
  freeze: 2,
  hideLeader: 4,
}

/** A fault left out keeps its place and is never drawn, so that a seed of before it came draws as it did. */
const weightsWithout = (leftOut: readonly FaultName[]): Readonly<Record<FaultName, number>> => ({
  ...weights,
  ...Object.fromEntries(leftOut.map((name) => [name, 0])),
})

/** One fault somewhere. */
export function runFault(world: World, random: SeededRandom): void {
  const seat = random.pick(world.people.flatMap((person) => person.seats))
  const name = random.weighted(weightsWithout(world.faultsLeftOut))
  world.trace.line(seat.device.name, `FAULT ${breaks[name](world, seat, random)}`)
}

/** Ends every fault: all networks healthy, all devices awake, online and seen, the backend running. */
export function healEverything(world: World): void {
  if (!world.backend.isRunning()) world.backend.start()
  world.database.failAfter(Number.POSITIVE_INFINITY)
  for (const seat of world.people.flatMap((person) => person.seats)) {
    Object.assign(seat.conditions, healthyConditions)
    seat.device.wake()
    seat.device.change({ isOnline: true, diskFailsUntil: 0, diskFault: undefined, diskDelay: 0 })
    seat.endLeavingTabs()
    for (const tab of seat.tabs()) tab.life.endAtCall(Number.POSITIVE_INFINITY, 'before')
    if (seat.tabs().length === 0) seat.openTab()
    for (const tab of seat.tabs()) tab.visibility.show(true)
  }
  world.trace.line('world', 'everything is healed')
}
