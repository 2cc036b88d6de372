import type { LogEventOf } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { Ports } from '#streams/ports.ts'
import type { StoredSegment } from '#streams/storage/storage.ts'
import { changing } from './storage-mutants.ts'

type Change = (message: ConfirmedMessage) => ConfirmedMessage

/** Reads messages wrongly from the stored log. */
const readingMessages = (ports: Ports, change: Change): Ports =>
  changing(ports, (storage) => ({
    ...storage,
    readSegments: async (after, limit) => {
      const segments = await storage.readSegments(after, limit)
      return segments.map((segment) => changedIn(segment, change))
    },
  }))

const changedIn = (segment: StoredSegment, change: Change): StoredSegment => ({
  ...segment,
  events: segment.events.map((event) =>
    isReceived(event) ? { ...event, data: { ...event.data, message: change(event.data.message) } } : event,
  ),
})

/** The simulated disk stores only events of the log. */
const isReceived = (event: unknown): event is LogEventOf<'MessageReceived'> =>
  typeof event === 'object' && event !== null && Reflect.get(event, 'type') === 'MessageReceived'

export const losesQuotesOnRead = (ports: Ports): Ports =>
  readingMessages(ports, (message) => ({ ...message, quote: undefined }))

export const losesMentionsOnRead = (ports: Ports): Ports =>
  readingMessages(ports, ({ mentions: _, ...message }) => message)
