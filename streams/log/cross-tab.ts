import { type LogAdvanced, readLogAdvanced } from '#schemas/cross-tab/log-advanced.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ChannelPort } from '../ports.ts'

/** Tells other tabs of this account's log, and hears from them. */
export interface SegmentAnnouncements {
  announce(segment: number): void
  stop(): void
}

/** `onAdvanced` hears how far the log of `account` reaches, whenever another tab wrote. */
export function announceSegments(
  channel: ChannelPort,
  account: UserId,
  onAdvanced: (segment: number) => void,
): SegmentAnnouncements {
  const stop = channel.subscribe((message) => {
    const told = readLogAdvanced(message)
    if (told?.account === account) onAdvanced(told.segment)
  })
  return {
    announce(segment) {
      const message: LogAdvanced = { kind: 'log.advanced', account, segment }
      channel.post(message)
    },
    stop,
  }
}
