import * as z from 'zod/mini'

/** The content of /version.json [BOOT-24 BOOT-25]. */
const versionFile = z.looseObject({
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  hash: z.optional(z.string()),
  /** ms since 1970. */
  timestamp: z.optional(z.number()),
})
export type VersionFile = z.infer<typeof versionFile>

/** Reads a version file; undefined if it is invalid. */
export function readVersionFile(value: unknown): VersionFile | undefined {
  const parsed = z.safeParse(versionFile, value)
  return parsed.success ? parsed.data : undefined
}

/**
 * `v5.11.5-3fa9c1-mgk2x0`: version, six characters of the hash, the timestamp in base 36; absent parts are left out
 * (DEC-74) [BOOT-27].
 */
export function versionKey({ version, hash, timestamp }: VersionFile): string {
  const parts = [`v${version}`, hash?.slice(0, 6), timestamp?.toString(36)]
  return parts.filter((part) => part !== undefined && part !== '').join('-')
}
