import type { InspectedModel, InspectedPort, InspectedRate, PortName } from '#schemas/cross-tab/inspection.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Clock } from '#streams/ports.ts'
import { shownStream } from './redaction.ts'

type Fact = InspectedPort['facts'][number]
type Unit = Fact['unit']

/** The metrics of one port, updated by its wrapper. */
export interface Gauge {
  set(name: string, value: number, unit?: Unit): void
  add(name: string, by?: number, unit?: Unit): void
  setWell(isWell: boolean): void
  read(): InspectedPort
}

export function createGauge(port: PortName): Gauge {
  // Mutable, because some change with every frame of the socket.
  const facts = new Map<string, { -readonly [Key in keyof Fact]: Fact[Key] }>()
  let isWell = true
  const factOf = (name: string, unit: Unit) => {
    const known = facts.get(name)
    if (known) return known
    const fact = { name, unit, value: 0 }
    facts.set(name, fact)
    return fact
  }
  return {
    set(name, value, unit = 'count') {
      factOf(name, unit).value = value
    },
    add(name, by = 1, unit = 'count') {
      factOf(name, unit).value += by
    },
    setWell: (next) => {
      isWell = next
    },
    read: () => ({ port, isWell, facts: [...facts.values()].map((fact) => ({ ...fact })) }),
  }
}

/** The maximum number of streams whose rates are known. The one that was still for longest is dropped. */
const streamCapacity = 24

/** Everything that is counted at the ports. */
export interface PortRecord {
  readonly gauges: Readonly<Record<PortName, Gauge>>
  readonly framesIn: RateCounter
  readonly framesOut: RateCounter
  readonly calls: RateCounter
  readonly appends: RateCounter
  /** Counts events of the log, in all and by stream. */
  countEvents(events: readonly Pick<LogEvent, 'stream'>[]): void
  readonly models: Map<string, InspectedModel>
  /** The log was seen to reach this segment. */
  noteSegment(segment: number): void
  /** Resets the metrics of log and read models when another account's storage is opened. */
  forgetAccount(): void
  /** The last segment seen, 0 when none was. */
  head(): number
  /** Times an operation: how many are under way, how long the last and the slowest took, and how many failed. */
  time<Result>(port: PortName, run: () => Promise<Result>): Promise<Result>
  rates(): readonly InspectedRate[]
}

export function createPortRecord(clock: Clock): PortRecord {
  const counter = (name: string) => createRateCounter(name, clock.monotonic)
  const counters = {
    framesIn: counter('frames-in'),
    framesOut: counter('frames-out'),
    calls: counter('calls'),
    appends: counter('appends'),
    events: counter('events'),
  }
  const gauges: PortRecord['gauges'] = {
    socket: createGauge('socket'),
    http: createGauge('http'),
    storage: createGauge('storage'),
    locks: createGauge('locks'),
    channel: createGauge('channel'),
    visibility: createGauge('visibility'),
    clock: createGauge('clock'),
    report: createGauge('report'),
  }
  /** The last used stream is the last. */
  const streams = new Map<string, RateCounter>()
  const slowest = new Map<PortName, number>()
  const models = new Map<string, InspectedModel>()
  let head = 0

  return {
    ...counters,
    gauges,
    models,
    countEvents(events) {
      counters.events.add(events.length)
      const counts = new Map<string, number>()
      for (const { stream } of events) counts.set(stream, (counts.get(stream) ?? 0) + 1)
      // A batch may have hundreds of streams. The first ones would be dropped again below.
      for (const [id, count] of [...counts].slice(-streamCapacity)) {
        const stream = shownStream(id)
        const rate = streams.get(stream) ?? counter(stream)
        streams.delete(stream)
        streams.set(stream, rate)
        rate.add(count)
      }
      for (const stream of [...streams.keys()].slice(0, -streamCapacity)) streams.delete(stream)
    },
    noteSegment(segment) {
      head = Math.max(head, segment)
    },
    forgetAccount() {
      head = 0
      models.clear()
      streams.clear()
    },
    head: () => head,
    async time(port, run) {
      const gauge = gauges[port]
      const start = clock.monotonic()
      gauge.add('under-way')
      try {
        const result = await run()
        gauge.add('done')
        gauge.setWell(true)
        return result
      } catch (cause) {
        gauge.add('failed')
        gauge.setWell(false)
        throw cause
      } finally {
        const took = clock.monotonic() - start
        slowest.set(port, Math.max(slowest.get(port) ?? 0, took))
        gauge.add('under-way', -1)
        gauge.set('last', took, 'duration')
        gauge.set('slowest', slowest.get(port) ?? took, 'duration')
      }
    },
    rates: () => [...Object.values(counters), ...streams.values()].map((each) => each.read()),
  }
}

/** How many seconds back a rate is shown. */
export const rateSeconds = 60

interface RateCounter {
  add(count?: number): void
  read(): InspectedRate
}

/** Counts by the second of `now`, monotonic ms. */
export function createRateCounter(name: string, now: () => number): RateCounter {
  const buckets = new Array<number>(rateSeconds).fill(0)
  let total = 0
  let second = Math.floor(now() / 1000)

  /** Empties the buckets of seconds in which nothing happened. */
  const moveOn = () => {
    const current = Math.floor(now() / 1000)
    const passed = Math.min(current - second, rateSeconds)
    for (let step = 1; step <= passed; step++) buckets[(current - passed + step) % rateSeconds] = 0
    second = current
  }

  return {
    add(count = 1) {
      moveOn()
      total += count
      const place = second % rateSeconds
      buckets[place] = (buckets[place] ?? 0) + count
    },
    read() {
      moveOn()
      const oldest = (second + 1) % rateSeconds
      return { name, total, perSecond: [...buckets.slice(oldest), ...buckets.slice(0, oldest)] }
    },
  }
}
