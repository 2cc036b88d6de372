import { healthyConditions, type NetworkConditions } from '../network-conditions.ts'
import type { PersonDevice } from '../person-device.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'

/** Injects a fault at one device or at the backend. Returns its description. */
type Break = (world: World, personDevice: PersonDevice, random: SeededRandom) => string

const minute = 60 * 1000
const hour = 60 * minute

/** Changes the network of one device for a limited time. */
function worsen(
  world: World,
  personDevice: PersonDevice,
  duration: number,
  change: Partial<NetworkConditions>,
): void {
  Object.assign(personDevice.conditions, change)
  world.time.schedule(duration, () => {
    // Restores only what this fault changed, because several may overlap.
    const healed = Object.keys(change).map((key) => [key, healthyConditions[key as keyof NetworkConditions]])
    Object.assign(personDevice.conditions, Object.fromEntries(healed))
  })
}

function goOffline(world: World, personDevice: PersonDevice, random: SeededRandom, duration: number): void {
  personDevice.device.change({ isOnline: false })
  if (personDevice.tabs().length > 0) world.occurrences.fault('device offline')
  for (const connection of personDevice.connections) {
    if (random.chance(0.5)) connection.cut()
    else connection.halfOpen('both')
  }
  world.time.schedule(duration, () => personDevice.device.change({ isOnline: true }))
}

/** Records that writes from now on may be only in memory, unless that is so already. */
function noteRefusingStorage({ ledger }: World, personDevice: PersonDevice): void {
  const isRefusing = personDevice.tabs().some(({ client }) => client.storage.get().status !== 'durable')
  if (!isRefusing) ledger.storageRefuses(personDevice.device.name)
}

/** Moves a device's clock by a minute to five days, sometimes between the end of its tabs and the next start. */
function jump(world: World, personDevice: PersonDevice, random: SeededRandom): void {
  if (world.isHealed) return
  const { device } = personDevice
  const tabs = personDevice.tabs()
  const distance = random.integer(1, random.pick([10, 24 * 60, 5 * 24 * 60])) * minute
  const by = random.chance(0.5) ? distance : -distance
  const isRestarting = tabs.length > 0 && random.chance(0.3)
  if (isRestarting) for (const tab of tabs) tab.life.end()
  device.setClock({ skew: device.wallClock() - world.time.now() + by, drift: 0 })
  if (isRestarting) personDevice.openTab()
  if (tabs.length > 0) world.occurrences.fault(by > 0 ? 'clock jumped ahead' : 'clock jumped back')
  if (isRestarting) world.occurrences.fault('clock jumped over a restart')
  world.trace.line(device.name, `clock jumps by ${by} ms${isRestarting ? ' over a restart' : ''}`)
}

const breaks = {
  cut: (_world, personDevice) => {
    for (const connection of personDevice.connections) connection.cut()
    return 'cut'
  },
  halfOpen: (_world, personDevice, random) => {
    const direction = random.pick(['both', 'to-client', 'to-server'] as const)
    for (const connection of personDevice.connections) connection.halfOpen(direction)
    return `half-open ${direction}`
  },
  refuse: (world, personDevice, random) => {
    const duration = random.integer(1000, 20_000)
    worsen(world, personDevice, duration, { isRefusing: true })
    for (const connection of personDevice.connections) connection.cut()
    return `refused for ${duration} ms`
  },
  blackHole: (world, personDevice, random) => {
    const duration = random.integer(1000, 10_000)
    worsen(world, personDevice, duration, { isBlackHole: true })
    for (const connection of personDevice.connections) connection.cut()
    return `unreachable for ${duration} ms`
  },
  loseAnswers: (world, personDevice, random) => {
    const duration = random.integer(5000, 20_000)
    worsen(world, personDevice, duration, { answerLoss: 0.5, requestLoss: 0.2, duplication: 0.5 })
    return `loses answers for ${duration} ms`
  },
  slow: (world, personDevice, random) => {
    const duration = random.integer(5000, 20_000)
    worsen(world, personDevice, duration, { latency: [200, random.integer(500, 8000)] })
    if (personDevice.tabs().length > 0) world.occurrences.fault('network slow')
    return `slow for ${duration} ms`
  },
  restartServer: (world, _seat, random) => {
    const duration = random.integer(100, 8000)
    if (world.backend.isRunning()) world.occurrences.fault('server restarted')
    world.backend.stop()
    world.time.schedule(duration, () => world.backend.start())
    return `server down for ${duration} ms`
  },
  setClock: (world, personDevice, random) => {
    const skew = random.integer(-24 * hour, 24 * hour)
    personDevice.device.setClock({ skew, drift: 0 })
    if (personDevice.tabs().length > 0) world.occurrences.fault('clock set')
    return `clock set off by ${skew} ms`
  },
  sleep: (world, personDevice, random) => {
    const duration = random.integer(2000, 60_000)
    personDevice.device.sleep(duration)
    if (personDevice.tabs().length > 0) world.occurrences.fault('device asleep')
    if (random.chance(0.5)) for (const connection of personDevice.connections) connection.halfOpen('both')
    return `sleeps for ${duration} ms`
  },
  hide: (world, personDevice, random) => {
    const duration = random.integer(1000, 30_000)
    const tabs = personDevice.tabs().filter(() => random.chance(0.7))
    for (const tab of tabs) tab.visibility.show(false)
    if (tabs.length > 0) world.occurrences.fault('tab hidden')
    if (personDevice.hasHiddenLeader()) world.occurrences.fault('leader hidden')
    world.time.schedule(duration, () => {
      for (const tab of tabs) tab.visibility.show(true)
    })
    return `hides ${tabs.length} tabs for ${duration} ms`
  },
  offline: (world, personDevice, random) => {
    const duration = random.integer(1000, 20_000)
    goOffline(world, personDevice, random, duration)
    return `offline for ${duration} ms`
  },
  failDisk: (world, personDevice, random) => {
    const duration = random.integer(1, 3000)
    personDevice.device.change({ diskFailsUntil: world.time.now() + duration, diskFault: undefined })
    return `disk fails for ${duration} ms`
  },
  failDatabase: (world, _seat, random) => {
    const statements = random.integer(0, 40)
    world.database.failAfter(statements, () => world.occurrences.fault('database failing'))
    return `database fails after ${statements} statements`
  },
  slowDisk: (world, personDevice, random) => {
    const duration = random.integer(1000, 20_000)
    personDevice.device.change({ diskDelay: random.integer(5, 400) })
    world.time.schedule(duration, () => personDevice.device.change({ diskDelay: 0 }))
    return `disk slow for ${duration} ms`
  },
  faultyStorage: (world, personDevice, random) => {
    const duration = random.integer(500, 15_000)
    const diskFault = random.pick(['quota-exceeded', 'connection-lost', 'unknown'] as const)
    noteRefusingStorage(world, personDevice)
    personDevice.device.change({ diskFailsUntil: world.time.now() + duration, diskFault })
    return `storage says ${diskFault} for ${duration} ms`
  },
  failCalls: (world, personDevice, random) => {
    const duration = random.integer(2000, 15_000)
    worsen(world, personDevice, duration, { failure: 0.5 })
    return `calls fail on their way for ${duration} ms`
  },
  endDevice: (world, personDevice) => {
    const tabs = personDevice.tabs()
    if (tabs.length > 0) world.occurrences.fault('device ended with all tabs')
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
  hideLeader: (world, personDevice, random) => {
    const duration = random.integer(1000, 30_000)
    const leader = personDevice.leader()
    if (!leader) return 'has no leader to hide'
    if (personDevice.tabs().length === 1) personDevice.openTab()
    leader.visibility.show(false)
    if (personDevice.hasHiddenLeader()) world.occurrences.fault('leader hidden')
    world.time.schedule(duration, () => leader.visibility.show(true))
    return `hides its leader for ${duration} ms`
  },
  freeze: (world, personDevice, random) => {
    const duration = random.integer(120_000, 400_000)
    personDevice.device.sleep(duration)
    if (personDevice.tabs().length > 0)
      world.time.schedule(duration, () => world.occurrences.fault('device frozen for minutes'))
    return `is frozen for ${duration} ms`
  },
  /** Each write is committed, and its response is lost with the connection. */
  loseWriteAnswers: (world, personDevice, random) => {
    const duration = random.integer(200, 5000)
    noteRefusingStorage(world, personDevice)
    personDevice.device.change({ losesAnswersUntil: world.time.now() + duration })
    return `storage loses the answers to writes for ${duration} ms`
  },
  /** A jump and the way back, or another jump. Messages are often written offline in between, before the next login. */
  jumpClock: (world, personDevice, random) => {
    jump(world, personDevice, random)
    if (random.chance(0.5)) goOffline(world, personDevice, random, random.integer(2000, 15_000))
    for (let again = random.integer(1, 2); again > 0; again--)
      world.time.schedule(random.integer(500, 15_000), () => jump(world, personDevice, random))
    return 'has a clock that jumps'
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
  loseWriteAnswers: 5,
  jumpClock: 7,
}

/** An excluded fault stays in the list with weight 0, so that seeds older than the fault draw as before. */
const weightsWithout = (leftOut: readonly FaultName[]): Readonly<Record<FaultName, number>> => ({
  ...weights,
  ...Object.fromEntries(leftOut.map((name) => [name, 0])),
})

/** Injects one random fault. */
export function runFault(world: World, random: SeededRandom): void {
  const personDevice = random.pick(world.people.flatMap((person) => person.personDevices))
  const name = random.weighted(weightsWithout(world.faultsLeftOut))
  world.trace.line(personDevice.device.name, `FAULT ${breaks[name](world, personDevice, random)}`)
}

/** Ends every fault: all networks healthy, all devices awake, online and visible, the whole backend running. */
export function healEverything(world: World): void {
  world.isHealed = true
  world.backend.start()
  world.database.failAfter(Number.POSITIVE_INFINITY)
  for (const personDevice of world.people.flatMap((person) => person.personDevices)) {
    Object.assign(personDevice.conditions, healthyConditions)
    personDevice.device.wake()
    personDevice.device.change({
      isOnline: true,
      diskFailsUntil: 0,
      diskFault: undefined,
      diskDelay: 0,
      losesAnswersUntil: 0,
    })
    personDevice.endLeavingTabs()
    for (const tab of personDevice.tabs()) tab.life.endAtCall(Number.POSITIVE_INFINITY, 'before')
    if (personDevice.tabs().length === 0) personDevice.openTab()
    for (const tab of personDevice.tabs()) tab.visibility.show(true)
  }
  world.trace.line('world', 'everything is healed')
}
