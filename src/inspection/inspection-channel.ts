import { type InspectionMessage, readInspectionMessage } from '#schemas/cross-tab/inspection.ts'
import type { ChannelPort } from '#streams/ports.ts'
import type { Inspection } from './inspection.ts'

/** The channel between inspectors and the tabs that they watch. */
export interface InspectionChannel {
  post(message: InspectionMessage): void
  subscribe(listener: (message: InspectionMessage) => void): () => void
}

/** Both ends filter by the schema, so that no other field leaves or enters a tab. */
export const createInspectionChannel = (channel: ChannelPort): InspectionChannel => ({
  post(message) {
    const filtered = readInspectionMessage(message)
    if (filtered) channel.post(filtered)
  },
  subscribe: (listener) =>
    channel.subscribe((value) => {
      const message = readInspectionMessage(value)
      if (message) listener(message)
    }),
})

/** Answers and obeys inspectors in other tabs. Posts nothing while none asks. */
export function serveInspection(inspection: Inspection, channel: InspectionChannel): void {
  channel.subscribe((message) => {
    if (message.kind === 'roll-call') channel.post({ kind: 'present', tab: inspection.self() })
    if (!('tab' in message) || message.tab !== inspection.tab) return
    if (message.kind === 'ask')
      channel.post({
        kind: 'report',
        inspector: message.inspector,
        report: inspection.report(message.after),
      })
    if (message.kind === 'inject') inspection.inject(message.faults)
    if (message.kind === 'send') inspection.send(message.session, message.signal)
  })
}
