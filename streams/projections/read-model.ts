import type { FoldStep } from '../log/log-tail.ts'
import type { AccountStorage, StoredRow } from '../storage/storage.ts'
import type { Projection } from './projection.ts'

/** A projection at work: its state in memory, folded at once, and its rows, written behind. */
export interface ReadModel<State> {
  readonly name: string
  state(): State
  /** The last stored segment folded. */
  foldedTo(): number
  fold(step: FoldStep): void
  /** Writes every changed row with the checkpoint; false when the storage refused and nothing was written. */
  write(storage: AccountStorage): Promise<boolean>
}

/**
 * Loads a projection's stored rows. A model of other code, or one with a broken row, starts empty and is rebuilt:
 * the caller folds the log into it from `foldedTo()` on. `onBroken` is told of a broken one.
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
