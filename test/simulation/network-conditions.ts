import type { SeededRandom } from './seeded-random.ts'

/** The network conditions of one device, changed by faults. Shares are between 0 and 1. */
export interface NetworkConditions {
  /** One way, ms. */
  latency: readonly [number, number]
  /** The share of calls that never reach the backend. */
  requestLoss: number
  /** The share of calls that the backend executes and whose response is lost. */
  answerLoss: number
  /** The share of calls that a proxy answers with "unavailable" in the backend's place. */
  failure: number
  /** The share of repeatable calls that reach the backend twice. */
  duplication: number
  /** New connections are refused. */
  isRefusing: boolean
  /** New connections stay pending, neither opened nor refused. */
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
