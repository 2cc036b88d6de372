import { openPostgres as openDatabase } from '#server/hosts/node/postgres.ts'
import type { OpenDatabase } from '#server/store/prepared-pglite.ts'
import { findPostgres, startPostgres } from '../../../scripts/local-services.mjs'
import { endWithBench } from '../running/ending.ts'

/**
 * Creates an empty PostgreSQL with its usual settings, starts it and migrates it. It ends with the bench at the latest.
 * @returns undefined if PostgreSQL is not installed
 */
export async function openPostgres(): Promise<OpenDatabase | undefined> {
  try {
    findPostgres()
  } catch {
    return undefined
  }
  const server = await startPostgres()
  const { database, close: disconnect } = await openDatabase(server.url, { report: () => {} })
  const close = endWithBench(async () => {
    await disconnect()
    await server.stop()
  })
  return { database, close }
}
