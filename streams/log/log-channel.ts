import { type LogAdvanced, readLogAdvanced } from '#schemas/cross-tab/log-messages.ts'
import { type LogUnsaved, readLogUnsaved } from '#schemas/cross-tab/log-unsaved.ts'
import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ChannelPort } from '../ports.ts'

/** Messages between the tabs of one account about its log. */
export interface LogChannel {
  /** Announces the number of the newest stored segment, and the ids of shared events that are stored now. */
  announce(segment: number, stored?: readonly string[]): void
  /** Shares events that could not be stored. */
  sharePending(events: readonly LogEvent[]): void
  stop(): void
}

/** Receives messages of other tabs about the log. */
export interface LogChannelListener {
  /** Another tab has stored segments up to this number. `stored` has the ids of the shared events that are stored now. */
  advanced(segment: number, stored: readonly string[]): void
  /** Events that another tab could not store. */
  pendingReceived(events: readonly LogEvent[]): void
}

export function openLogChannel(
  channel: ChannelPort,
  account: UserId,
  listener: LogChannelListener,
): LogChannel {
  const stop = channel.subscribe((message) => {
    const advance = readLogAdvanced(message)
    if (advance?.account === account) listener.advanced(advance.segment, advance.stored ?? [])
    const unsaved = readLogUnsaved(message)
    if (unsaved?.account === account) listener.pendingReceived(unsaved.events)
  })
  return {
    announce(segment, stored) {
      const message: LogAdvanced = {
        kind: 'log.advanced',
        account,
        segment,
        ...(stored && { stored: [...stored] }),
      }
      channel.post(message)
    },
    sharePending(events) {
      if (events.length === 0) return
      const message: LogUnsaved = { kind: 'log.unsaved', account, events }
      channel.post(message)
    },
    stop,
  }
}
