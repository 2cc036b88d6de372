import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
// The small build of zod cannot read a JSON Schema.
import * as z from 'zod'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import { clientFrame } from '#schemas/wire/frames/from-client.ts'
import { serverFrame } from '#schemas/wire/frames/from-server.ts'
import { callDefinitions } from './call-definitions.ts'

/** The messages of one direction: the requests or the responses of a call, or the frames of a side. */
interface Channel {
  readonly sender: 'client' | 'server'
  readonly schema: z.core.$ZodType
}
type JsonSchema = z.core.JSONSchema.BaseSchema
/** A channel of an earlier version, with messages that its server accepted or sent. */
interface StoredChannel {
  readonly schema: JsonSchema
  readonly samples: readonly unknown[]
}
/** The channels of a version by name. */
export type WireVersion = Readonly<Record<string, StoredChannel>>

/** A frame's path begins with its command, because each command has members of its own. */
export const pathOf = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'Cmd' in message ? String(message.Cmd) : ''

export const clientFrames = 'frames of the client'
export const serverFrames = 'frames of the server'
/** The names of a call's channels contain everything besides the fields that both sides have to agree on. */
export const channelsOf = ({ method, target, path, isUpload }: AnyCall) => {
  const call = `${method} ${target} ${path}${isUpload ? ' with a file' : ''}`
  return { request: `${call}, request`, response: `${call}, response` }
}

/** The channels of the sources by name. */
export const currentChannels: ReadonlyMap<string, Channel> = new Map<string, Channel>([
  ...callDefinitions.flatMap((call): [string, Channel][] => [
    [channelsOf(call).request, { sender: 'client', schema: call.request }],
    [channelsOf(call).response, { sender: 'server', schema: call.data }],
  ]),
  [clientFrames, { sender: 'client', schema: clientFrame }],
  [serverFrames, { sender: 'server', schema: serverFrame }],
])

const toJsonSchema = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return shape
}

/** The JSON Schemas of the sources by channel. */
export const currentSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [...currentChannels].map(([name, { schema }]) => [name, toJsonSchema(schema)]),
)

/** The names of members for which a schema lists the values. */
export const literalMembers: ReadonlySet<string> = findLiteralMembers(currentSchemas)

function findLiteralMembers(value: unknown, name = '', found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  if ('const' in value || 'enum' in value) found.add(name)
  for (const [key, inner] of Object.entries(value)) {
    // The members of a schema's `properties` are named, the alternatives of `anyOf` are numbered.
    const isMember = name === 'properties'
    findLiteralMembers(inner, isMember || !/^(anyOf|oneOf|\d+)$/.test(key) ? key : name, found)
  }
  return found
}

const folder = new URL('./versions/', import.meta.url)
/** Clients and servers of this many versions work together. */
export const storedVersionLimit = 5

/** The version of package.json. */
export const packageVersion: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

const numbersOf = (version: string) => version.split('.').map(Number)
const compareVersions = (left: string, right: string): number => {
  const [older, newer] = [numbersOf(left), numbersOf(right)]
  const differing = older.findIndex((number, index) => number !== newer[index])
  return (older[differing] ?? 0) - (newer[differing] ?? 0)
}

/** The names of the stored versions, oldest first. */
export const storedVersions = (): readonly string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .sort(compareVersions)

export const readVersion = (version: string): WireVersion =>
  JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8'))

/** Stores a version with a schema or a sample a line, so that a change is legible, and removes those beyond the limit. */
export function writeVersion(version: string, channels: WireVersion): void {
  const lines = (samples: readonly unknown[]) => samples.map((sample) => `\n${JSON.stringify(sample)}`).join()
  const texts = Object.entries(channels).map(
    ([name, { schema, samples }]) =>
      `${JSON.stringify(name)}: {"schema":\n${JSON.stringify(schema)},\n"samples": [${lines(samples)}]}`,
  )
  writeFileSync(new URL(`${version}.json`, folder), `{\n${texts.join(',\n')}\n}\n`)
  for (const old of storedVersions().slice(0, -storedVersionLimit)) rmSync(new URL(`${old}.json`, folder))
}
