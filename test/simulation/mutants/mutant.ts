import type { WorldOptions } from '../create-seeded-world.ts'
import type { Invariant } from '../invariants/invariant.ts'
import { extensionCommandNames } from '../scenario/extension-commands.ts'

/** A planted bug that the simulation's checks must detect. */
export interface Mutant {
  /** A bug that a developer could plausibly write. */
  readonly description: string
  /** The invariant that must detect it. A violation of another one does not count. */
  readonly violates: Invariant
  /** Whether no other invariant may detect it with the same seed. */
  readonly isViolatedAlone?: boolean
  readonly options: WorldOptions
  /** Whether people use the extensions. Other mutants leave their commands out, and so keep the seeds that detect them. */
  readonly usesExtensions?: boolean
  /** Whether a short world does not give the bug a chance to show. */
  readonly needsWholeWorld?: boolean
  /** A seed that detected it, played first. After a change of scenarios another seed may. */
  readonly noticedBy: number
}

/** The world in which a mutant is searched: a short one if that is enough, because it takes about half the time. */
export const worldOf = ({
  options,
  usesExtensions = false,
  needsWholeWorld = false,
}: Mutant): WorldOptions => ({
  ...options,
  ...(usesExtensions ? {} : { leftOut: [...(options.leftOut ?? []), ...extensionCommandNames] }),
  isShort: !needsWholeWorld,
})
