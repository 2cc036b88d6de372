import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { clientId, serverId, userId } from '#schemas/ids.ts'

export const me = userId(1)
export const ann = userId(2)
export const startOfDay = Date.parse('2026-03-18T08:00:00Z')

/** A message of Ann with the given number, a minute after the previous one; `overrides` replace its fields. */
export const received = (number: number, other: Partial<TimelineMessage> = {}): TimelineMessage => ({
  key: `s${number}`,
  clientId: undefined,
  serverId: serverId(number),
  sequence: number,
  senderId: ann,
  senderName: 'Ann',
  senderAvatarUrl: '',
  isOwn: false,
  type: 'txt',
  body: `message ${number}`,
  sentAt: startOfDay + number * 60_000,
  state: 'sent',
  canRetry: false,
  quote: undefined,
  ...other,
})

/** An own message that the server has numbered. */
export const sent = (number: number, other: Partial<TimelineMessage> = {}): TimelineMessage =>
  received(number, {
    key: `c${number}`,
    clientId: clientId(`c${number}`),
    senderId: me,
    senderName: 'Me',
    isOwn: true,
    ...other,
  })

/** An own message in flight. */
export const pending = (number: number): TimelineMessage =>
  sent(number, { serverId: undefined, sequence: undefined, state: 'pending' })

export const receivedRange = (from: number, to: number): readonly TimelineMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => received(from + index))
