import * as z from 'zod/mini'

/** Between an inspector and the tabs it watches; development only, apart from the app's own channel. */
export const inspectionChannelName = 'chat-inspection-channel'

const numbers = z.array(z.number())
const words = z.array(z.string())

/** A running or just ended machine. */
export const inspectedActor = z.object({
  session: z.number(),
  name: z.string(),
  machine: z.string(),
  parent: z.optional(z.number()),
  status: z.enum(['active', 'done', 'error', 'stopped']),
  /** Ids of the states it stands in, parents included. */
  states: words,
  /** How many signals it took. */
  taken: z.number(),
  /** The transitions that the last one made it take, by their keys in the chart. */
  latest: words,
})
export type InspectedActor = z.infer<typeof inspectedActor>

/** A signal that a machine took, and where it stood afterwards. */
export const inspectedSignal = z.object({
  sequence: z.number(),
  /** Device time, ms. */
  at: z.number(),
  session: z.number(),
  actor: z.string(),
  type: z.string(),
  state: z.string(),
  /** What it carries: names of fields, values only of those that can hold nothing private. */
  payload: words,
})
export type InspectedSignal = z.infer<typeof inspectedSignal>

/** An event of the log, at its position. */
export const inspectedFact = z.object({
  sequence: z.number(),
  /** Server time as far as this device knew it, ms. */
  at: z.number(),
  /** Absent while the storage has not taken the event. */
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

/** How a port fares, in numbers only. */
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

/** How often something happened in each of the last seconds, the present one last. */
export const inspectedRate = z.object({ name: z.string(), total: z.number(), perSecond: numbers })
export type InspectedRate = z.infer<typeof inspectedRate>

/** How far a read model has been written. */
export const inspectedModel = z.object({
  model: z.string(),
  segment: z.number(),
  version: z.number(),
  /** Device time of the last write, ms; absent when only read so far. */
  writtenAt: z.optional(z.number()),
})
export type InspectedModel = z.infer<typeof inspectedModel>

export const inspectedTab = z.object({
  tab: z.string(),
  startedAt: z.number(),
  /** The path without its query, which may hold what a person typed. */
  path: z.string(),
  role: z.enum(['leads', 'follows', 'signed-out']),
})
export type InspectedTab = z.infer<typeof inspectedTab>

/** Everything an inspector shows of one tab; signals and facts since the ones it had. */
export const inspectionReport = z.object({
  from: inspectedTab,
  actors: z.array(inspectedActor),
  signals: z.array(inspectedSignal),
  facts: z.array(inspectedFact),
  ports: z.array(inspectedPort),
  rates: z.array(inspectedRate),
  models: z.array(inspectedModel),
  /** The last segment of the log that this tab has seen. */
  head: z.number(),
})
export type InspectionReport = z.infer<typeof inspectionReport>

/** The sequence numbers up to which an inspector has everything. */
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

/** Keeps exactly what the schema names; undefined for anything else. Used before posting as well as after receiving. */
export const readInspectionMessage = (value: unknown): InspectionMessage | undefined =>
  z.safeParse(inspectionMessage, value).data
