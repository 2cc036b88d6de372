import { IdbFs } from '@electric-sql/pglite'

/** The engine's files in the browser's database, saved when we say so: the engine would do it after each statement. */
export class SavedFileSystem extends IdbFs {
  readonly #onTouched: () => void

  constructor(name: string, onTouched: () => void) {
    super(name)
    this.#onTouched = onTouched
  }

  override async syncToFs(): Promise<void> {
    this.#onTouched()
  }

  /** Resolves when everything written before lies in the browser's database. */
  save(): Promise<void> {
    return super.syncToFs()
  }
}
