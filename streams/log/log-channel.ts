import { type LogAdvanced, readLogAdvanced } from '#schemas/cross-tab/log-advanced.ts'
import { type LogUnsaved, readLogUnsaved } from '#schemas/cross-tab/log-unsaved.ts'
import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ChannelPort } from '../ports.ts'

/** Tells other tabs of this account's log, and hears from them. */
export interface LogChannel {
  announce(segment: number): void
  /** Tells of events that could not be stored. */
  lend(events: readonly LogEvent[]): void
  stop(): void
}

/** What other tabs tell of an account's log. */
export interface LogChannelListener {
  /** How far the log reaches, whenever another tab wrote. */
  advanced(segment: number): void
  /** What another tab could not store. */
  lent(events: readonly LogEvent[]): void
}

export function openLogChannel(channel: ChannelPort, account: UserId, ears: LogChannelListener): LogChannel {
  const stop = channel.subscribe((message) => {
    const told = readLogAdvanced(message)
    if (told?.account === account) ears.advanced(told.segment)
    const lent = readLogUnsaved(message)
    if (lent?.account === account) ears.lent(lent.events)
  })
  return {
    announce(segment) {
      const message: LogAdvanced = { kind: 'log.advanced', account, segment }
      channel.post(message)
    },
    lend(events) {
      if (events.length === 0) return
      const message: LogUnsaved = { kind: 'log.unsaved', account, events }
      channel.post(message)
    },
    stop,
  }
}
