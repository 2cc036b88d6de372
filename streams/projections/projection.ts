import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredRow } from '../storage/storage.ts'

/**
 * A read model that is held in memory whole and stored in rows. `evolve` owns its state: it may change it in place and
 * returns it; the same events in the same order always give the same state.
 */
export interface Projection<State> {
  readonly name: string
  /** Raised with every change of what the rows mean; a stored model of another version is rebuilt from the log. */
  readonly version: number
  initialState(): State
  evolve(state: State, event: LogEvent): State
  /** Keys of the rows that the event may change. */
  keysOf(event: LogEvent): readonly string[]
  /** The row of that key as it is to be stored, a copy; undefined when there is none. */
  toRow(state: State, key: string): unknown
  /** The state that rows hold; undefined when a row cannot be read. */
  fromRows(rows: readonly StoredRow[]): { readonly state: State } | undefined
}
