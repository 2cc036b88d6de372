import type { SeededRandom } from './seeded-random.ts'

/** What the network does to one device; changed by faults. Shares are between 0 and 1. */
export interface NetworkConditions {
  /** One way, ms. */
  latency: readonly [number, number]
  /** Calls that never reach the backend. */
  requestLoss: number
  /** Calls that the backend did, whose answer never comes back. */
  answerLoss: number
  /** Calls that something on the way answers in the backend's place, saying that it is out of reach. */
  failure: number
  /** Repeatable calls that reach the backend twice. */
  duplication: number
  /** New connections are refused. */
  isRefusing: boolean
  /** New connections hang, neither opened nor refused. */
  isBlackHole: boolean
}

export const healthyConditions: NetworkConditions = {
  latency: [5, 60],
  requestLoss: 0,
  answerLoss: 0,
  failure: 0,
  duplication: 0,
  isRefusing: false,
  isBlackHole: false,
}

export const drawLatency = (conditions: NetworkConditions, random: SeededRandom): number =>
  random.integer(conditions.latency[0], conditions.latency[1])
