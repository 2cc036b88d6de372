import type { WorldOptions } from '../create-seeded-world.ts'
import type { Invariant } from '../invariants/invariant.ts'

/** A planted bug that the simulation's checks must detect. */
export interface Mutant {
  /** A bug that a developer could plausibly write. */
  readonly description: string
  /** The invariant that must detect it. A violation of another one does not count. */
  readonly violates: Invariant
  /** Whether no other invariant may detect it with the same seed. */
  readonly isViolatedAlone?: boolean
  readonly options: WorldOptions
  /** A seed that detected it, played first. After a change of scenarios another seed may. */
  readonly noticedBy: number
}
