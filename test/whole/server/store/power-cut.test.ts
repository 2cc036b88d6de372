import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenFile, SyncedFiles } from '#server/hosts/node/synced-files.ts'
import { PreparedPglite } from '#server/store/prepared-pglite.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'power-cut-'))
})
afterAll(() => rm(root, { recursive: true }))

/** The number of syncs from one power cut to the next. Each cut costs the start of a database. */
const cutEvery = 9
const writers = 8
const rounds = 6

it('a power cut before any sync loses no acknowledged commit, and none that another statement has read', async () => {
  const { cuts, written } = await writeUntilCut()
  expect(written.length).toBe(writers * rounds)
  for (const { image, promised } of cuts) {
    const client = await PreparedPglite.open(image)
    const found = new Set(
      (await client.query<{ id: number }>('select id from note')).rows.map(({ id }) => id),
    )
    expect([...promised].filter((id) => !found.has(id))).toEqual([])
    await client.exec('set enable_seqscan = off')
    const byIndex = await client.query<{ id: number }>('select id from note where id >= 0 order by id')
    expect(byIndex.rows.map(({ id }) => id)).toEqual([...found].sort((left, right) => left - right))
    await client.close()
    rmSync(image, { recursive: true })
  }
  expect(new Set(cuts.map(({ promised }) => promised.size)).size).toBeGreaterThan(2)
}, 120_000)

it('a failed sync acknowledges no commit and is reported', async () => {
  const failures: unknown[] = []
  const files = new FailingFiles(join(root, 'failing'), (cause) => failures.push(cause))
  const client = await PreparedPglite.open(files)
  await client.exec('create table note (id bigint primary key)')
  files.failure = new Error('the disk failed')
  await expect(client.query('insert into note values (1)')).rejects.toThrow('could not fsync')
  expect(failures).toContain(files.failure)
}, 120_000)

interface Cut {
  /** A directory with what the disk holds. */
  readonly image: string
  /** The rows that were acknowledged to their writer or returned to a reader. */
  readonly promised: ReadonlySet<number>
}

/** Several writers and a reader, with a new file of the write-ahead log and a checkpoint on the way. */
async function writeUntilCut() {
  const promised = new Set<number>()
  const cuts: Cut[] = []
  const disk = join(root, 'disk')
  const cut = () => {
    const image = join(root, `cut-${cuts.length}`)
    cpSync(disk, image, { recursive: true })
    cuts.push({ image, promised: new Set(promised) })
  }
  const files = new FilesOnDisk(join(root, 'database'), disk, (count) => {
    if (count % cutEvery === 0) cut()
  })
  const client = await PreparedPglite.open(files)
  await client.exec('create table note (id bigint primary key, text text)')
  files.begin()
  const written: number[] = []
  const write = async (id: number) => {
    await client.query('insert into note values ($1, $2)', [id, 'x'.repeat(2000)])
    written.push(id)
    promised.add(id)
  }
  const read = async () => {
    const { rows } = await client.query<{ id: number }>('select id from note')
    for (const { id } of rows) promised.add(id)
  }
  for (let round = 0; round < rounds; round++) {
    const ids = Array.from({ length: writers }, (_, writer) => round * writers + writer)
    await Promise.all([...ids.map(write), read()])
    if (round === 1) await client.query('select pg_switch_wal()')
    if (round === 3) await client.exec('checkpoint')
  }
  cut()
  await client.close()
  return { cuts, written }
}

/**
 * The files of a database, and a copy of them as a disk would hold them after a power cut: each file with its content,
 * and each directory with its names, as of the last sync.
 */
class FilesOnDisk extends SyncedFiles {
  readonly #directory: string
  readonly #disk: string
  readonly #beforeSync: (count: number) => void
  #hasBegun = false
  #count = 0

  constructor(directory: string, disk: string, beforeSync: (count: number) => void) {
    super(directory, () => undefined)
    this.#directory = directory
    this.#disk = disk
    this.#beforeSync = beforeSync
  }

  /** From here on only what is synced reaches the disk. */
  begin(): void {
    cpSync(this.#directory, this.#disk, { recursive: true })
    this.#hasBegun = true
  }

  protected override syncFile(file: OpenFile): void {
    if (!this.#hasBegun) return
    this.#beforeSync(++this.#count)
    const path = file.path.slice(mountedAt.length)
    const [live, onDisk] = [join(this.#directory, path), join(this.#disk, path)]
    if (statSync(live).isDirectory()) syncNames(live, onDisk)
    else {
      mkdirSync(dirname(onDisk), { recursive: true })
      copyFileSync(live, onDisk)
    }
  }
}

class FailingFiles extends SyncedFiles {
  failure: Error | undefined

  protected override syncFile(): void {
    if (this.failure) throw this.failure
  }
}

/** Where PGlite sees the directory of its database. */
const mountedAt = '/pglite/data'

function syncNames(live: string, onDisk: string): void {
  mkdirSync(onDisk, { recursive: true })
  const names = new Set(readdirSync(live))
  for (const name of readdirSync(onDisk))
    if (!names.has(name)) rmSync(join(onDisk, name), { recursive: true })
  for (const name of names)
    if (!existsSync(join(onDisk, name)) && statSync(join(live, name)).isDirectory())
      mkdirSync(join(onDisk, name))
}
