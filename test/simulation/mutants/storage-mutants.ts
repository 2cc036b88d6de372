import { serverId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import type { Ports } from '#streams/ports.ts'
import type { AccountStorage, ModelWrite } from '#streams/storage/storage.ts'

/** The delay of the late write after the erasure, ms. */
const lateness = 3000

export const losesLogEvents = (ports: Ports): Ports => {
  let count = 0
  return appending(ports, (events) => (++count % 7 === 0 ? events.slice(1) : events))
}

export const losesOutboxEntries = (ports: Ports): Ports => {
  let count = 0
  return appending(ports, (events) =>
    events.filter(({ type }) => type !== 'MessageSubmitted' || ++count % 9 !== 0),
  )
}

export const checkpointsAhead = (ports: Ports): Ports => {
  let count = 0
  return changing(ports, (storage) => ({
    ...storage,
    writeModel: (write) => storage.writeModel(++count % 5 === 0 ? { ...write, rows: [] } : write),
  }))
}

export const keepsErasedBodies = (ports: Ports): Ports =>
  changing(ports, (storage) => ({ ...storage, rewriteSegments: () => Promise.resolve(true) }))

/** Rewrites no segment that has an edited text, so that the replaced text stays. */
export const keepsReplacedTexts = (ports: Ports): Ports =>
  changing(ports, (storage) => ({
    ...storage,
    rewriteSegments: (rewrite) =>
      storage.rewriteSegments({
        ...rewrite,
        segments: rewrite.segments.filter(({ events }) => !JSON.stringify(events).includes('"edit":{')),
      }),
  }))

/** Indexes quotes under another message, so that erasing the quoted one misses them. */
export const losesTrackOfQuotes = (ports: Ports): Ports => appending(ports, (events) => events.map(misfiled))

function misfiled(event: LogEvent): LogEvent {
  const elsewhere = (quote: QuotedMessage): QuotedMessage => ({ ...quote, serverId: serverId(1) })
  if (event.type === 'MessageSubmitted' && event.data.quote)
    return { ...event, data: { ...event.data, quote: elsewhere(event.data.quote) } }
  if (event.type !== 'MessageReceived' || !event.data.message.quote) return event
  const message = { ...event.data.message, quote: elsewhere(event.data.message.quote) }
  return { ...event, data: { message } }
}

export const keepsSentFiles = (ports: Ports): Ports =>
  changing(ports, (storage) => ({
    ...storage,
    files: { ...storage.files, remove: () => Promise.resolve() },
  }))

/** Drops messages that the server rejected without showing the failure. */
export const staysInGroups = (ports: Ports): Ports =>
  appending(ports, (events) => events.filter(({ type }) => type !== 'ConversationRemoved'))

export const forgetsClearings = (ports: Ports): Ports =>
  appending(ports, (events) => events.filter(({ type }) => type !== 'ConversationCleared'))

/** Delays a write that was computed before an erasure until after it. */
export const writesAfterErasures = (ports: Ports): Ports =>
  changing(ports, (storage) => {
    let latest: ModelWrite | undefined
    const writeLate = async (write: ModelWrite): Promise<unknown> => {
      const checkpoint = (await storage.checkpoint(write.model)) ?? write.checkpoint
      return storage.writeModel({ ...write, checkpoint, epoch: await storage.epoch() })
    }
    return {
      ...storage,
      writeModel: (write) => {
        if (write.model === 'timeline' && write.rows.length > 0) latest = write
        return storage.writeModel(write)
      },
      rewriteSegments: async (rewrite) => {
        const stale = latest
        const isRewritten = await storage.rewriteSegments(rewrite)
        if (stale) ports.clock.setTimeout(() => void writeLate(stale).catch(() => undefined), lateness)
        return isRewritten
      },
    }
  })

export const appending = (
  ports: Ports,
  change: (events: readonly LogEvent[]) => readonly LogEvent[],
): Ports =>
  changing(ports, (storage) => ({
    ...storage,
    appendSegment: (build) => storage.appendSegment((segment) => change(build(segment))),
  }))

export const changing = (ports: Ports, change: (storage: AccountStorage) => AccountStorage): Ports => ({
  ...ports,
  storage: { ...ports.storage, open: async (account) => change(await ports.storage.open(account)) },
})
