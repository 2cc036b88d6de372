import { eq } from 'drizzle-orm'
import { sniffFile } from '../files/store-file.ts'
import type { Services } from '../services.ts'
import { account } from '../store/schema/index.ts'
import { createFileKey } from './secrets.ts'
import { pictureTypes } from './stored-picture.ts'

const megabyte = 1_000_000
/** The limit that the settings call reports, MB. */
export const avatarLimit = 10
/** The maximum size of an upload, bytes (DEC-86). */
export const avatarSizeLimit = avatarLimit * megabyte * 1.05

/**
 * Stores the picture of a person or a group.
 * @returns its address, or undefined when the bytes are no picture, whatever the file was called
 */
export async function storePicture(services: Services, bytes: Uint8Array): Promise<string | undefined> {
  const { extension } = await sniffFile(bytes)
  if (!pictureTypes.has(extension)) return undefined
  const name = `${createFileKey(services.random)}.${extension}`
  await services.files.put(`avatars/${name}`, bytes)
  return `/files/avatars/${name}`
}

/** Makes a stored picture the account's. */
export const setAvatar = async (
  { database }: Services,
  accountId: number,
  avatarUrl: string,
): Promise<unknown> => database.update(account).set({ avatarUrl }).where(eq(account.id, accountId))
