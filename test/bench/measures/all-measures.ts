import type { Measure } from '../running/measure.ts'
import { backgroundMeasures } from './background.ts'
import { catchingUpMeasures } from './catching-up.ts'
import { clusterNodeMeasures } from './cluster-nodes.ts'
import { contactMeasures } from './contacts.ts'
import { firstLoadMeasures } from './first-load.ts'
import { ingestMeasures } from './ingest.ts'
import { interactingMeasures } from './interacting.ts'
import { lighthouseMeasures } from './lighthouse.ts'
import { longListMeasures } from './long-lists.ts'
import { memoryMeasures } from './memory.ts'
import { openingMeasures } from './opening.ts'
import { peerServerMeasures } from './peer-servers.ts'
import { peerMeasures } from './peers.ts'
import { scaleMeasures } from './scale.ts'
import { scrollingMeasures } from './scrolling.ts'
import { searchingMeasures } from './searching.ts'
import { searchingServerMeasures } from './searching-server.ts'
import { serverMemoryMeasures } from './server-memory.ts'
import { servingMeasures } from './serving.ts'
import { startingMeasures } from './starting.ts'
import { writingMeasures } from './writing.ts'

/** All measures, in the order of the table. */
export const allMeasures: readonly Measure[] = [
  ...ingestMeasures,
  ...peerMeasures,
  ...openingMeasures,
  ...startingMeasures,
  ...catchingUpMeasures,
  ...scrollingMeasures,
  ...searchingMeasures,
  ...writingMeasures,
  ...interactingMeasures,
  ...backgroundMeasures,
  ...contactMeasures,
  ...longListMeasures,
  ...firstLoadMeasures,
  ...lighthouseMeasures,
  ...memoryMeasures,
  ...servingMeasures,
  ...serverMemoryMeasures,
  ...scaleMeasures,
  ...clusterNodeMeasures,
  ...peerServerMeasures,
  ...searchingServerMeasures,
]

/** The measures that can run. Excludes those that need missing peer packages. */
export const measuresWith = (hasPeers: boolean): readonly Measure[] =>
  hasPeers ? allMeasures : allMeasures.filter((measure) => !peerMeasures.includes(measure))
