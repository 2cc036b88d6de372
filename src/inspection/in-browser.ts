import { inspectionChannelName } from '#schemas/cross-tab/inspection.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserVisibility, createBrowserChannel } from '#src/app/ports/cross-tab.ts'
import { browserRandom } from '#src/app/ports/crypto.ts'
import { randomText } from '#streams/clock/random-text.ts'
import { createInspection, type Inspection } from './inspection.ts'
import { createInspectionChannel, serveInspection } from './inspection-channel.ts'
import { createInspector, type Inspector } from './inspector.ts'
import { shortId } from './redaction.ts'

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
    watchPage,
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

const drawnAttributes = ['data-message-id', 'data-client-id']

/** Reports each message that the page draws, once, at the next frame. */
function watchPage(onDrawn: (ids: readonly string[]) => void): () => void {
  const seen = new Set<string>()
  const look = (element: Element) => {
    const serverId = /^\d+$/.exec(element.getAttribute('data-message-id') ?? '')?.[0]
    const clientId = shortId(element.getAttribute('data-client-id') ?? '')
    const ids = [
      ...(serverId === undefined ? [] : [`serverId: ${serverId}`]),
      ...(clientId === undefined ? [] : [`clientId: ${clientId}`]),
    ]
    if (ids.length === 0 || seen.has(ids.join())) return
    seen.add(ids.join())
    requestAnimationFrame(() => onDrawn(ids))
  }
  const lookWithin = (root: ParentNode) => {
    for (const element of root.querySelectorAll('[data-message-id], [data-client-id]')) look(element)
  }
  const observer = new MutationObserver((mutations) => {
    for (const { target, addedNodes, type } of mutations) {
      if (type === 'attributes' && target instanceof Element) look(target)
      for (const node of addedNodes)
        if (node instanceof Element) {
          look(node)
          lookWithin(node)
        }
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: drawnAttributes })
  return () => observer.disconnect()
}
