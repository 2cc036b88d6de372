import { afterEach, describe, expect, it, vi } from 'vitest'
import { databaseForTests } from './play-seeds.ts'
import { runSeed } from './run-seed.ts'

const database = databaseForTests()

describe('a seed', () => {
  it('replays exactly, whatever seeds ran in between', async () => {
    const first = await runSeed(database(), 4711)
    const other = await runSeed(database(), 4712)
    const again = await runSeed(database(), 4711)
    expect(again).toEqual(first)
    expect(other.hash).not.toBe(first.hash)
  })

  it('replays exactly with two nodes', async () => {
    const options = { nodeCount: 2, isShort: true }
    const first = await runSeed(database(), 4715, options)
    expect(await runSeed(database(), 4715, options)).toEqual(first)
  })
})

describe('the core and the backend', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('use no clock, timers, randomness or network of the platform', async () => {
    const touched = watchPlatform()
    await runSeed(database(), 4713)
    await runSeed(database(), 4714, { nodeCount: 2, isShort: true })
    expect(touched()).toEqual([])
  })
})

const ownFolders = ['schemas', 'domain', 'streams', 'machines', 'client', 'server'].map(
  (folder) => `${process.cwd()}/${folder}/`,
)

/** The embedded database has its own clock, which no statement of ours reads. */
const engine = '/node_modules/@electric-sql/pglite/'

/** Records calls to platform functions with a project file in their call stack. */
function watchPlatform(): () => readonly string[] {
  const seen = new Set<string>()
  const watch = <Owner extends object>(owner: Owner, name: keyof Owner & string) => {
    // Every watched member is a function. The spy passes its calls on unchanged.
    const original = owner[name] as (...given: unknown[]) => unknown
    vi.spyOn(owner, name as never).mockImplementation(function (this: unknown, ...given: unknown[]) {
      const caller = new Error().stack
        ?.split('\n')
        .find((line) => [engine, ...ownFolders].some((folder) => line.includes(folder)))
      if (caller && !caller.includes(engine)) seen.add(`${name} ${caller.trim()}`)
      return original.apply(this, given)
    } as never)
  }
  watch(globalThis, 'setTimeout')
  watch(globalThis, 'setInterval')
  watch(globalThis, 'fetch')
  watch(Date, 'now')
  watch(Math, 'random')
  watch(crypto, 'getRandomValues')
  watch(performance, 'now')
  return () => [...seen]
}
