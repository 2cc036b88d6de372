import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '#src/app/locales.ts'
import { worldFile } from '../addresses.ts'
import { fillWorld } from '../world/fill-world.ts'
import { createCluster, createDump } from './create-dump.ts'

// The argument is the output folder.
const directory = process.argv[2]
if (directory === undefined) throw new Error('Say where the worlds go')
mkdirSync(directory, { recursive: true })
const cluster = await createCluster()
for (const locale of locales) {
  const dump = await createDump(cluster, (database) => fillWorld(database, locale))
  writeFileSync(join(directory, worldFile(locale)), dump)
}
