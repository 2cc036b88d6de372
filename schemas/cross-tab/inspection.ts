import * as z from 'zod/mini'

/** The channel between an inspector and the inspected tabs. Development only; separate from the app's channel. */
export const inspectionChannelName = 'chat-inspection-channel'

const numbers = z.array(z.number())
const words = z.array(z.string())

/** A machine that runs or has just ended. */
export const inspectedActor = z.object({
  session: z.number(),
  name: z.string(),
  machine: z.string(),
  parent: z.optional(z.number()),
  status: z.enum(['active', 'done', 'error', 'stopped']),
  /** Ids of its active states, parents included. */
  states: words,
  /** The number of signals it has processed. */
  taken: z.number(),
  /** The transitions of the last signal, by their keys in the chart. */
  latest: words,
})
export type InspectedActor = z.infer<typeof inspectedActor>

/** A signal that a machine processed, and the states after it. */
export const inspectedSignal = z.object({
  sequence: z.number(),
  /** Device time, ms. */
  at: z.number(),
  session: z.number(),
  actor: z.string(),
  type: z.string(),
  state: z.string(),
  /** Its fields: all names, but values only of fields that cannot contain private data. */
  payload: words,
})
export type InspectedSignal = z.infer<typeof inspectedSignal>

/** An event of the log with its position. */
export const inspectedFact = z.object({
  sequence: z.number(),
  /** This device's estimate of server time, ms. */
  at: z.number(),
  /** Absent until the event is stored. */
  segment: z.optional(z.number()),
  index: z.number(),
  stream: z.string(),
  type: z.string(),
  origin: z.string(),
  payload: words,
})
export type InspectedFact = z.infer<typeof inspectedFact>

export const portNames = [
  'socket',
  'http',
  'storage',
  'locks',
  'channel',
  'visibility',
  'clock',
  'report',
] as const
export type PortName = (typeof portNames)[number]

/** The health of a port, in numbers only. */
export const inspectedPort = z.object({
  port: z.enum(portNames),
  isWell: z.boolean(),
  facts: z.array(
    z.object({
      name: z.string(),
      unit: z.enum(['count', 'duration', 'bytes', 'time', 'yes-no']),
      value: z.number(),
    }),
  ),
})
export type InspectedPort = z.infer<typeof inspectedPort>

/** Counts for each of the last seconds. The current second is the last item. */
export const inspectedRate = z.object({ name: z.string(), total: z.number(), perSecond: numbers })
export type InspectedRate = z.infer<typeof inspectedRate>

/** The checkpoint of a read model. */
export const inspectedModel = z.object({
  model: z.string(),
  segment: z.number(),
  version: z.number(),
  /** Device time of the last write, ms; absent if this tab has not written it. */
  writtenAt: z.optional(z.number()),
})
export type InspectedModel = z.infer<typeof inspectedModel>

export const inspectedTab = z.object({
  tab: z.string(),
  startedAt: z.number(),
  /** The path without its query, because the query may contain typed text. */
  path: z.string(),
  role: z.enum(['leads', 'follows', 'signed-out']),
})
export type InspectedTab = z.infer<typeof inspectedTab>

/** Everything that an inspector shows of a tab. Signals and events only since the last report. */
export const inspectionReport = z.object({
  from: inspectedTab,
  actors: z.array(inspectedActor),
  signals: z.array(inspectedSignal),
  facts: z.array(inspectedFact),
  ports: z.array(inspectedPort),
  rates: z.array(inspectedRate),
  models: z.array(inspectedModel),
  /** The last log segment that this tab knows. */
  head: z.number(),
})
export type InspectionReport = z.infer<typeof inspectionReport>

/** The highest sequence numbers that an inspector has received completely. */
export const inspectionMarks = z.object({ signals: z.number(), facts: z.number() })
export type InspectionMarks = z.infer<typeof inspectionMarks>

export const inspectionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('roll-call') }),
  z.object({ kind: z.literal('present'), tab: inspectedTab }),
  z.object({ kind: z.literal('gone'), tab: z.string() }),
  z.object({ kind: z.literal('ask'), tab: z.string(), inspector: z.string(), after: inspectionMarks }),
  z.object({ kind: z.literal('report'), inspector: z.string(), report: inspectionReport }),
])
export type InspectionMessage = z.infer<typeof inspectionMessage>

/**
 * Returns only the fields that the schema names, undefined for anything else. Used before posting and after receiving.
 */
export const readInspectionMessage = (value: unknown): InspectionMessage | undefined =>
  z.safeParse(inspectionMessage, value).data
