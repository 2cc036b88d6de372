import * as z from 'zod/mini'
import { parseJson } from '../json-text.ts'
import { command } from '../wire/frames/commands.ts'

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

/** What every step of a recording has. */
const step = {
  /** Numbers all steps of a tab in the order in which they happened. */
  sequence: z.number(),
  /** Device time, ms with fractions. It never goes back. */
  at: z.number(),
}

/** A signal that a machine processed, and the machine snapshot after it. */
export const inspectedSignal = z.object({
  ...step,
  kind: z.literal('signal'),
  ...{ session: z.number(), actor: z.string(), machine: z.string() },
  parent: z.optional(z.number()),
  /** The machine that sent it, absent if no machine did. */
  sender: z.optional(z.number()),
  type: z.string(),
  status: z.enum(['active', 'done', 'error', 'stopped']),
  /** Ids of the active states before and after it, parents included. `before` is empty for the first signal. */
  before: words,
  states: words,
  /** The transitions taken, by their keys in the chart. */
  latest: words,
  /** Its fields: all names, but values only of fields that cannot contain private data. */
  payload: words,
  /** The same of the machine's context after it. */
  context: words,
})
export type InspectedSignal = z.infer<typeof inspectedSignal>

/** An event of the log with its position. */
export const inspectedFact = z.object({
  ...step,
  kind: z.literal('fact'),
  /** Absent until the event is stored. */
  segment: z.optional(z.number()),
  index: z.number(),
  stream: z.string(),
  type: z.string(),
  origin: z.string(),
  payload: words,
  /** The stream's rows in the read models after it, one field a line. Absent while no inspector watched. */
  row: z.optional(words),
})
export type InspectedFact = z.infer<typeof inspectedFact>

/** A use of a port: a frame, a call, a write of the log, a message drawn, or a fault injected by hand. */
export const inspectedUse = z.object({
  ...step,
  kind: z.literal('use'),
  port: z.enum(['socket', 'http', 'storage', 'page', 'fault']),
  type: z.string(),
  /** Program-made ids and numbers only. */
  payload: words,
})
export type InspectedUse = z.infer<typeof inspectedUse>

export const inspectedStep = z.discriminatedUnion('kind', [inspectedSignal, inspectedFact, inspectedUse])
export type InspectedStep = z.infer<typeof inspectedStep>

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

/** How often each transition was taken, by its key, and each state entered, by its id. */
const inspectedCounts = z.record(z.string(), z.number())

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

/** The faults that an inspector can inject at the ports of a tab. */
export const injectedFaults = z.object({
  /** The socket is cut and cannot be opened. */
  isSocketCut: z.boolean(),
  /** Writes are rejected as on a full disk. */
  isStorageFull: z.boolean(),
  /** Added to the device's clock, ms. */
  clockShift: z.number(),
  /** Added to each call and frame, ms. */
  delay: z.number(),
})
export type InjectedFaults = z.infer<typeof injectedFaults>

/** Everything that an inspector shows of a tab. Steps only since the last report. */
export const inspectionReport = z.object({
  from: inspectedTab,
  actors: z.array(inspectedActor),
  steps: z.array(inspectedStep),
  ports: z.array(inspectedPort),
  rates: z.array(inspectedRate),
  models: z.array(inspectedModel),
  counts: inspectedCounts,
  faults: injectedFaults,
  /** The last log segment that this tab knows. */
  head: z.number(),
})
export type InspectionReport = z.infer<typeof inspectionReport>

/** Signals without fields that an inspector may send to a machine by hand. */
const plainSignals = [
  'account.halted',
  'alert.accepted',
  'connection.lost',
  'connection.requested',
  'device.woke',
  'credentials.changed',
  'endpoints.exhausted',
  'endpoints.tick',
  'environment.changed',
  'leader.silent',
  'leadership.lost',
  'loading.requested',
  'locale.changed',
  'login.completed',
  'microphone.ended',
  'newer.requested',
  'newest.requested',
  'outbox.changed',
  'page.focused',
  'page.free',
  'page.hidden',
  'page.shown',
  'pauses.ended',
  'recorder.cancelled',
  'recorder.sent',
  'recorder.stopped',
  'reload.requested',
  'scan.requested',
  'seek.cancelled',
  'storage.returned',
  'submission.edited',
  'submission.requested',
  'torch.toggled',
  'turn.lost',
  'turn.won',
  'update.confirmed',
  'update.postponed',
  'visibility.changed',
  'wipes.found',
  'worker.changed',
] as const

/** What may be sent by hand. Other signals carry what only the program can make. */
const sentSignal = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(plainSignals) }),
  z.strictObject({ type: z.literal('older.requested'), count: z.optional(z.int().check(z.positive())) }),
  z.strictObject({ type: z.literal('page.changed'), isOnAuthPage: z.boolean() }),
  z.strictObject({ type: z.literal('recorder.requested'), longest: z.number() }),
  z.strictObject({ type: z.literal('session.failed'), mayPreserveOutbox: z.optional(z.boolean()) }),
])
export type SentSignal = z.infer<typeof sentSignal>

/** The types of signals that may be sent by hand. */
export const sentSignalTypes: ReadonlySet<string> = new Set([
  ...plainSignals,
  ...['older.requested', 'page.changed', 'recorder.requested', 'session.failed'],
])

/** Returns the signal of a JSON text if it may be sent by hand, else the reason why not. */
export function readSentSignal(text: string): SentSignal | { readonly problem: string } {
  const { success, data, error } = z.safeParse(sentSignal, parseJson(text))
  return success
    ? data
    : { problem: error.issues.map(({ message, path }) => `${path.join('.')} ${message}`.trim()).join('; ') }
}

export const inspectionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('roll-call') }),
  z.object({ kind: z.literal('present'), tab: inspectedTab }),
  z.object({ kind: z.literal('gone'), tab: z.string() }),
  z.object({ kind: z.literal('ask'), tab: z.string(), inspector: z.string(), after: z.number() }),
  z.object({ kind: z.literal('report'), inspector: z.string(), report: inspectionReport }),
  z.object({ kind: z.literal('inject'), tab: z.string(), faults: injectedFaults }),
  z.object({ kind: z.literal('send'), tab: z.string(), session: z.number(), signal: sentSignal }),
])
export type InspectionMessage = z.infer<typeof inspectionMessage>

/** A saved recording: what an inspector showed of some tabs. */
const inspectionRecording = z.object({
  format: z.literal(1),
  title: z.string(),
  /** What a simulation found broken, empty for a recording of a tab. */
  findings: words,
  tabs: z.array(inspectionReport),
})
export type InspectionRecording = z.infer<typeof inspectionRecording>

/** Returns a recording with the fields that the schema names; undefined if the text is none. */
export const readInspectionRecording = (text: string): InspectionRecording | undefined =>
  z.safeParse(inspectionRecording, parseJson(text)).data

/**
 * Returns only the fields that the schema names, undefined for anything else. Used before posting and after receiving.
 */
export const readInspectionMessage = (value: unknown): InspectionMessage | undefined =>
  z.safeParse(inspectionMessage, value).data

const commands: ReadonlySet<string> = new Set(Object.values(command))

/**
 * What an inspector shows of a frame: its command, its length, and the ids in it. Found without parsing, because frames
 * are many; inside a text the quotes around a name would be escaped.
 */
export function describeFrame(text: string): string[] {
  const name = /"Cmd":"(\w+)"/.exec(text)?.[1] ?? ''
  // A message to be sent has a time in ms there, of 13 digits, as a temporary id.
  const serverId = /"(?:ID|ChatID)":(\d{1,12})(?!\d)/.exec(text)?.[1]
  const clientId = /"ClientMsgId":"([A-Za-z0-9]{20})"/.exec(text)?.[1]
  return [
    `command: ${commands.has(name) ? name : '(other)'}`,
    ...(serverId === undefined ? [] : [`serverId: ${serverId}`]),
    ...(clientId === undefined ? [] : [`clientId: ${clientId.slice(0, 6)}`]),
    `bytes: ${text.length}`,
  ]
}
