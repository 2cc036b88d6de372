import { describe, expect, it } from 'vitest'
import { issuesOf } from './wire-recording.ts'
import {
  currentChannels,
  currentSchemas,
  packageVersion,
  readVersion,
  storedVersionLimit,
  storedVersions,
} from './wire-version.ts'

/** The first stored version. */
const first = '5.11.5'

describe('the stored versions of the wire', () => {
  it('end with the version of package.json, which has the schemas of the sources', () => {
    expect(storedVersions().at(-1), 'run npm run wire-version after raising the version').toBe(packageVersion)
    const stored = Object.entries(readVersion(packageVersion)).map(([name, { schema }]) => [name, schema])
    expect(Object.fromEntries(stored), 'run npm run wire-version after changing the wire').toEqual(
      currentSchemas,
    )
  })

  it('are the five before it, or all', () => {
    const versions = storedVersions()
    expect(versions.length).toBeLessThanOrEqual(storedVersionLimit)
    if (versions.length < storedVersionLimit) expect(versions[0]).toBe(first)
  })
})

describe.each(storedVersions())('version %s', (version) => {
  const channels = Object.entries(readVersion(version))

  it('has only calls that still exist', () => {
    expect(channels.map(([name]) => name).filter((name) => !currentChannels.has(name))).toEqual([])
  })

  it.each(['client', 'server'] as const)(
    'sends messages as a %s that the other side still accepts',
    (sender) => {
      const sent = channels.flatMap(([name, { samples }]) => {
        const channel = currentChannels.get(name)
        return channel?.sender === sender ? samples.map((sample) => ({ name, channel, sample })) : []
      })
      expect(sent.length).toBeGreaterThan(100)
      expect(sent.flatMap(({ name, channel, sample }) => issuesOf(name, channel.schema, sample))).toEqual([])
    },
  )
})
