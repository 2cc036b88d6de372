// The small build of zod cannot read a JSON Schema.
import * as z from 'zod'
import { clientFrame } from '#schemas/wire/frames/from-client.ts'
import { describeIssues } from '#schemas/wire/parse-response.ts'
import { callDefinitions } from './call-definitions.ts'
import type { ContractHost, ContractResponse, ContractSocket } from './contract-host.ts'
import {
  channelsOf,
  clientFrames,
  currentChannels,
  currentSchemas,
  literalMembers,
  pathOf,
  serverFrames,
  type WireVersion,
} from './wire-version.ts'

interface Noted {
  readonly isNew: boolean
  /** The value with only those list items that are new. */
  readonly value: unknown
}

/**
 * Messages of one channel that differ: by the members of an object, by the type of a value, or by a value of those that
 * the contract lists. The others add nothing to a check.
 */
export class WireSamples {
  readonly samples: unknown[] = []
  /** The paths of all values except null. */
  readonly paths = new Set<string>()
  readonly #features = new Set<string>()

  add(message: unknown): void {
    const { isNew, value } = this.#note(message, pathOf(message))
    if (isNew) this.samples.push(value)
  }

  #isNew(feature: string): boolean {
    const before = this.#features.size
    return this.#features.add(feature).size > before
  }

  #note(value: unknown, path: string): Noted {
    if (Array.isArray(value)) return this.#noteList(value, path)
    if (typeof value === 'object' && value !== null) return this.#noteObject(value, path)
    if (value !== null) this.paths.add(path)
    const name = path.slice(path.lastIndexOf('.') + 1)
    const kind = value === null ? 'null' : typeof value
    return { isNew: this.#isNew(`${path} ${literalMembers.has(name) ? value : kind}`), value }
  }

  #noteList(list: readonly unknown[], path: string): Noted {
    const items = list.map((item) => this.#note(item, `${path}[]`))
    const newItems = items.filter(({ isNew }) => isNew)
    const isNew = newItems.length > 0 || (list.length === 0 && this.#isNew(`${path} empty`))
    // One remains, because a request's list may have to have an item.
    const kept = newItems.length > 0 ? newItems : items.slice(0, 1)
    return { isNew, value: kept.map((item) => item.value) }
  }

  #noteObject(object: object, path: string): Noted {
    const members = Object.entries(object).map(
      ([name, value]) => [name, this.#note(value, `${path}.${name}`)] as const,
    )
    const isNewShape = this.#isNew(`${path} {${Object.keys(object).sort()}}`)
    return {
      isNew: isNewShape || members.some(([, { isNew }]) => isNew),
      value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
    }
  }
}

/** Collects the messages between a host and its callers, as they are on the wire. */
export class WireRecording {
  readonly #channels = new Map<string, WireSamples>()
  readonly #sockets: ContractSocket[] = []

  /** The same host. Records accepted requests with their responses, valid frames of the caller, and the host's frames. */
  record(host: ContractHost): ContractHost {
    return {
      ...host,
      call: async (path, fields, headers) =>
        this.#addCall(path, fields, await host.call(path, fields, headers)),
      get: async (path, query, headers) => this.#addCall(path, query, await host.get(path, query, headers)),
      upload: async (path, fields, file) =>
        this.#addCall(path, fields, await host.upload(path, fields, file)),
      openSocket: () => {
        const socket = host.openSocket()
        this.#sockets.push(socket)
        return { ...socket, send: (frame) => this.#send(socket, frame) }
      },
    }
  }

  /** The recorded messages by channel. */
  channels(): ReadonlyMap<string, WireSamples> {
    for (const socket of this.#sockets.splice(0))
      for (const frame of socket.received) this.#add(serverFrames, frame)
    return this.#channels
  }

  #addCall(path: string, fields: unknown, answer: ContractResponse): ContractResponse {
    const definition = callDefinitions.find((call) => call.path === path)
    if (definition?.allowedCodes.includes(answer.Code)) {
      const { request, response } = channelsOf(definition)
      this.#add(request, fields)
      this.#add(response, answer.Data)
    }
    return answer
  }

  #send(socket: ContractSocket, frame: unknown): void {
    if (clientFrame.safeParse(frame).success) this.#add(clientFrames, frame)
    socket.send(frame)
  }

  #add(channel: string, message: unknown): void {
    const samples = this.#channels.get(channel) ?? new WireSamples()
    this.#channels.set(channel, samples)
    samples.add(message)
  }
}

type Recorded = ReturnType<WireRecording['channels']>

/**
 * What today's messages lack for clients and servers of an earlier version. An earlier client reads every message of the
 * server, and finds every value that it found before. An earlier server accepts at least one of the messages to each
 * call: others may use what is new.
 */
export const findIncompatibilities = (version: WireVersion, recorded: Recorded): readonly string[] =>
  Object.entries(version).flatMap(([channel, { schema, samples }]) => {
    const sender = currentChannels.get(channel)?.sender
    if (sender === undefined || samples.length === 0) return []
    const today = recorded.get(channel) ?? new WireSamples()
    const read = z.fromJSONSchema(schema)
    const missing = missingPaths(samples, today).map((path) => `${channel}: ${path} is not sent any more`)
    if (sender === 'server')
      return [...missing, ...today.samples.flatMap((sample) => issuesOf(channel, read, sample))]
    const commands = new Set(samples.map(pathOf))
    return [...commands].flatMap((command) => {
      const rejected = today.samples.filter((sample) => pathOf(sample) === command)
      const isAccepted = rejected.some((sample) => z.safeParse(read, sample).success)
      return isAccepted ? [] : [`${channel} ${command}: nothing is accepted by a server of that version`]
    })
  })

function missingPaths(earlier: readonly unknown[], today: WireSamples): readonly string[] {
  const known = new WireSamples()
  for (const sample of earlier) known.add(sample)
  return [...known.paths].filter((path) => !today.paths.has(path))
}

export function issuesOf(channel: string, schema: z.core.$ZodType, sample: unknown): readonly string[] {
  const result = z.core.safeParse(schema, sample)
  return result.success ? [] : [`${channel} ${pathOf(sample)}: ${describeIssues(result.error.issues)}`]
}

/** The channels of the sources with the recorded samples, without secrets and long texts. */
export const toVersion = (recorded: Recorded): WireVersion =>
  Object.fromEntries(
    Object.entries(currentSchemas).map(([channel, schema]) => {
      const samples = recorded.get(channel)?.samples ?? []
      return [channel, { schema, samples: samples.map((sample) => withoutSecrets(channel, sample)) }]
    }),
  )

/** Characters of a text in a stored sample. */
const textLimit = 120
/** The names of stored files, which differ from run to run. */
const randomNames = /[0-9a-f]{40}/g
const hiddenName = 'f'.repeat(40)

/** Returns the sample itself if the schema accepts it only with the whole texts. */
function withoutSecrets(channel: string, sample: unknown): unknown {
  const text = JSON.stringify(sample, (name, value) => {
    if (typeof value !== 'string') return value
    return /Token|Password/.test(name) ? 'secret' : value.slice(0, textLimit).replace(randomNames, hiddenName)
  })
  const shortened = text === undefined ? undefined : JSON.parse(text)
  const schema = currentChannels.get(channel)?.schema
  return schema && z.core.safeParse(schema, shortened).success ? shortened : sample
}
