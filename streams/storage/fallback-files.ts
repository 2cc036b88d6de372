import type { UploadFile } from '../upload-file.ts'
import type { LocalFiles } from './storage.ts'
import { isFault } from './storage-error.ts'

/** Files to send, kept in memory when the storage rejects them. */
export interface FallbackFiles extends LocalFiles {
  hasUnsaved(): boolean
  /** Adds a file that could not be stored earlier. */
  addUnsaved(key: string, file: UploadFile, storedAt: number): void
  /** Stores the files in memory; rejects at the first fault, and the rest stays in memory. */
  save(): Promise<void>
  unsaved(): ReadonlyMap<string, UnsavedFile>
}
export interface UnsavedFile {
  readonly file: UploadFile
  readonly storedAt: number
}

/**
 * @param tab `isUploading`: only the tab that uploads may keep a file in memory, because other tabs cannot read it
 * there. `onUnsaved` is called when a file was put in memory.
 */
export function createFallbackFiles(
  stored: LocalFiles,
  tab: { isUploading(): boolean; onUnsaved(): void },
): FallbackFiles {
  const unsaved = new Map<string, UnsavedFile>()
  return {
    hasUnsaved: () => unsaved.size > 0,
    unsaved: () => unsaved,
    addUnsaved(key, file, storedAt) {
      unsaved.set(key, { file, storedAt })
    },
    async save() {
      // The iterator skips files that are removed during a write.
      for (const [key, { file, storedAt }] of unsaved) {
        await stored.put(key, file, storedAt)
        unsaved.delete(key)
      }
    },
    async put(key, file, storedAt) {
      try {
        await stored.put(key, file, storedAt)
      } catch (cause) {
        if (!isFault(cause) || !tab.isUploading()) throw cause
        unsaved.set(key, { file, storedAt })
        tab.onUnsaved()
      }
    },
    async read(key) {
      return unsaved.get(key)?.file ?? stored.read(key)
    },
    async remove(key) {
      const wasUnsaved = unsaved.delete(key)
      try {
        // `save` may be storing it now, or a write that timed out may have stored it.
        await stored.remove(key)
      } catch (cause) {
        if (!wasUnsaved || !isFault(cause)) throw cause
      }
    },
    async list() {
      const rows = await stored.list()
      const pending = [...unsaved].map(([key, { storedAt }]) => ({ key, storedAt }))
      return [...rows.filter(({ key }) => !unsaved.has(key)), ...pending]
    },
  }
}
