import type { UploadFile } from '../ports.ts'
import type { LocalFiles } from './storage.ts'
import { isFault } from './storage-error.ts'

/** Files that wait in memory when the storage does not take them. */
export interface StandbyFiles extends LocalFiles {
  hasUnsaved(): boolean
  /** Keeps a file that could not be stored. */
  keep(key: string, file: UploadFile, storedAt: number): void
  /** Stores what waits; rejects at the first that is refused. */
  save(): Promise<void>
  unsaved(): ReadonlyMap<string, KeptFile>
}
export interface KeptFile {
  readonly file: UploadFile
  readonly storedAt: number
}

/** `mayKeep`: whether this tab uploads; a file in memory is of no use to another. `kept` is told when something waits. */
export function createStandbyFiles(
  stored: LocalFiles,
  tab: { mayKeep(): boolean; kept(): void },
): StandbyFiles {
  const kept = new Map<string, KeptFile>()
  return {
    hasUnsaved: () => kept.size > 0,
    unsaved: () => kept,
    keep(key, file, storedAt) {
      kept.set(key, { file, storedAt })
    },
    async save() {
      // One that is removed meanwhile is not stored any more.
      for (const [key, { file, storedAt }] of kept) {
        await stored.put(key, file, storedAt)
        kept.delete(key)
      }
    },
    async put(key, file, storedAt) {
      try {
        await stored.put(key, file, storedAt)
      } catch (cause) {
        if (!isFault(cause) || !tab.mayKeep()) throw cause
        kept.set(key, { file, storedAt })
        tab.kept()
      }
    },
    async read(key) {
      return kept.get(key)?.file ?? stored.read(key)
    },
    async remove(key) {
      const wasKept = kept.delete(key)
      try {
        // Also what waits here may be stored just now, or have been by a storage that did not answer in time.
        await stored.remove(key)
      } catch (cause) {
        if (!wasKept || !isFault(cause)) throw cause
      }
    },
    async list() {
      const rows = await stored.list()
      const waiting = [...kept].map(([key, { storedAt }]) => ({ key, storedAt }))
      return [...rows.filter(({ key }) => !kept.has(key)), ...waiting]
    },
  }
}
