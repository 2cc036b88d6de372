import { type InspectionMessage, readInspectionMessage } from '#schemas/cross-tab/inspection.ts'
import type { ChannelPort } from '#streams/ports.ts'
import type { Inspection } from './inspection.ts'

/** Between inspectors and the tabs they watch. */
export interface InspectionChannel {
  post(message: InspectionMessage): void
  subscribe(listener: (message: InspectionMessage) => void): () => void
}

/** The schema's filter on both ends: what it does not name neither leaves a tab nor enters one. */
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

/** Answers inspectors in other tabs; nothing is posted while none asks. */
export function serveInspection(inspection: Inspection, channel: InspectionChannel): void {
  channel.subscribe((message) => {
    if (message.kind === 'roll-call') channel.post({ kind: 'present', tab: inspection.self() })
    if (message.kind !== 'ask' || message.tab !== inspection.tab) return
    const report = inspection.report(message.after)
    channel.post({ kind: 'report', inspector: message.inspector, report })
  })
}
