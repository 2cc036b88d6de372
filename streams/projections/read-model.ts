import type { LogEvent } from '#schemas/log/envelope.ts'
import type { FoldStep } from '../log/log-tail.ts'
import type { AccountStorage, StoredRow } from '../storage/storage.ts'

/**
 * A projection whose state is in memory and stored in rows. `evolve` owns its state: it may change it in place and
 * returns it. The same events in the same order always give the same state.
 */
export interface Projection<State> {
  readonly name: string
  /** Incremented when the meaning of the rows changes. A stored model of another version is rebuilt from the log. */
  readonly version: number
  initialState(): State
  evolve(state: State, event: LogEvent): State
  /** The keys of the rows that the event may change. */
  keysOf(event: LogEvent): readonly string[]
  /** A copy of the row to store; undefined when there is none. */
  toRow(state: State, key: string): unknown
  /** The state in the rows; undefined when a row cannot be read. */
  fromRows(rows: readonly StoredRow[]): { readonly state: State } | undefined
}

/** A running projection: events are folded into its state immediately, its rows are written behind. */
export interface ReadModel<State> {
  readonly name: string
  state(): State
  /** The last stored segment folded. */
  foldedTo(): number
  fold(step: FoldStep): void
  /** Writes the changed rows and the checkpoint. Returns false, with nothing written, when the storage rejected. */
  write(storage: AccountStorage): Promise<boolean>
}

/**
 * Loads a projection's stored rows. A model of another version or with a broken row starts empty: the caller folds the
 * log into it from `foldedTo()` on. `onBroken` is called for a broken row.
 */
export async function loadReadModel<State>(
  storage: AccountStorage,
  projection: Projection<State>,
  onBroken: (model: string) => void,
): Promise<ReadModel<State>> {
  const { checkpoint, rows } = await storage.readModel(projection.name)
  if (!checkpoint || checkpoint.version !== projection.version) return startReadModel(projection)
  const stored = projection.fromRows(rows)
  if (stored) return startReadModel(projection, { state: stored.state, segment: checkpoint.segment })
  onBroken(projection.name)
  return startReadModel(projection)
}

function startReadModel<State>(
  projection: Projection<State>,
  stored?: { readonly state: State; readonly segment: number },
): ReadModel<State> {
  const { name, version } = projection
  let state = stored ? stored.state : projection.initialState()
  let foldedTo = stored?.segment ?? 0
  let writtenTo = stored?.segment ?? -1
  let changed = new Set<string>()

  const rowOf = (key: string): StoredRow => ({ key, value: projection.toRow(state, key) })

  return {
    name,
    state: () => state,
    foldedTo: () => foldedTo,
    fold({ segment, events }) {
      if (segment !== undefined && segment <= foldedTo) return
      for (const event of events) {
        state = projection.evolve(state, event)
        for (const key of projection.keysOf(event)) changed.add(key)
      }
      foldedTo = segment ?? foldedTo
    },
    async write(storage) {
      const epoch = await storage.epoch()
      if (changed.size === 0 && writtenTo === foldedTo) return true
      const keys = changed
      const segment = foldedTo
      changed = new Set()
      const isWritten = await storage
        .writeModel({
          model: name,
          checkpoint: { segment, version },
          epoch,
          rows: [...keys].map(rowOf),
          isRebuild: writtenTo < 0,
        })
        .catch((error: unknown) => {
          restore(keys)
          throw error
        })
      if (isWritten) writtenTo = segment
      else restore(keys)
      return isWritten
    },
  }

  function restore(keys: ReadonlySet<string>): void {
    for (const key of keys) changed.add(key)
  }
}
