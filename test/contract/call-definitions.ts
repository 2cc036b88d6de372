import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AnyCall } from '#schemas/wire/define-call.ts'

const isCall = (entry: unknown): entry is AnyCall =>
  typeof entry === 'object' && entry !== null && 'path' in entry && 'isAuthenticated' in entry

const folder = fileURLToPath(new URL('../../schemas/wire/calls/', import.meta.url))
// Read at run time, because the cache of Vitest does not notice new files in a glob.
const modules: readonly object[] = await Promise.all(
  readdirSync(folder).map((file) => import(/* @vite-ignore */ folder + file)),
)

/** Every call of the contract. */
export const callDefinitions: readonly AnyCall[] = modules.flatMap((area) =>
  Object.values(area).filter(isCall),
)
