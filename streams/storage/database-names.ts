import type { UserId } from '#schemas/ids.ts'

/** The device's database, which says who is chosen; versions as IndexedDB counts. */
export const deviceDatabase = { name: 'chat-device', version: 10 } as const

/** One of each account; Dexie counts a tenth of this. */
export const accountDatabaseName = (account: UserId): string => `chat-${account}`
export const accountDatabaseVersion = 20
