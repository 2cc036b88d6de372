/** The browser's database, brought by whoever opens it. */
export interface DatabasePlatform {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}
