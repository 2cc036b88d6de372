import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'

/** The locks of one device: first come, first served. */
export const createLocks = createMemoryLocks
