import { inspectionChannelName } from '#schemas/cross-tab/inspection.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserVisibility, createBrowserChannel } from '#src/app/ports/cross-tab.ts'
import { browserRandom } from '#src/app/ports/crypto.ts'
import { randomText } from '#streams/clock/random-text.ts'
import { createInspection, type Inspection } from './inspection.ts'
import { createInspectionChannel, serveInspection } from './inspection-channel.ts'
import { createInspector, type Inspector } from './inspector.ts'

/** The inspector's parts in a development build. */
export interface InspectionKit {
  readonly inspection: Inspection
  readonly inspector: Inspector
}

/** A tab id has 4 characters, as on the app's channel. */
const tabNameLength = 4

/** Starts to record this tab and to answer inspectors in other tabs. */
export function startInspection(): InspectionKit {
  const inspection = createInspection({
    tab: randomText(browserRandom, tabNameLength),
    clock: browserClock,
    visibility: browserVisibility,
    path: () => location.pathname,
  })
  const channel = createInspectionChannel(createBrowserChannel(inspectionChannelName))
  serveInspection(inspection, channel)
  addEventListener('pagehide', () => channel.post({ kind: 'gone', tab: inspection.tab }))
  const inspector = createInspector({
    inspection,
    channel,
    clock: browserClock,
    nextFrame: (callback) => requestAnimationFrame(callback),
  })
  return { inspection, inspector }
}
