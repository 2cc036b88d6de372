import type { ClientId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Ports } from '#streams/ports.ts'
import { appending, changing } from './storage-mutants.ts'

/** Clearing a conversation also discards its messages in flight. */
export const clearsPendingEvents = (ports: Ports): Ports => {
  const waiting = new Map<ClientId, string>()
  const clear = (event: LogEvent): readonly LogEvent[] => {
    const given = [...waiting].filter(([, stream]) => stream === event.stream)
    return given.map(([clientId], index) => ({
      ...event,
      type: 'MessageDiscarded',
      data: { clientId },
      // After all other events of its segment.
      position: { ...event.position, index: 1000 + index },
    }))
  }
  return appending(ports, (events) => {
    const given: LogEvent[] = []
    for (const event of events) {
      if (event.type === 'MessageSubmitted') waiting.set(event.data.clientId, event.stream)
      if (event.type === 'MessageAcknowledged' || event.type === 'MessageDiscarded')
        waiting.delete(event.data.clientId)
      if (event.type === 'ConversationCleared') given.push(...clear(event))
    }
    return [...events, ...given]
  })
}

/** Drops the preserved outbox of a forced sign-out. */
export const losesPreservedMessages = (ports: Ports): Ports => ({
  ...ports,
  storage: {
    ...ports.storage,
    open: async (account) => {
      const storage = await ports.storage.open(account)
      // The preserved outbox of an account has the negative id.
      return account < 0 ? { ...storage, readRows: async () => [] } : storage
    },
  },
})

/** A file is not removed so soon after it was stored, because it is still open, ms. */
const holdingTime = 2000

/** Leaves the file of a message that was discarded right after the transcode. */
export const orphansMadeFiles = (ports: Ports): Ports => {
  const stored = new Map<string, number>()
  const orphans = new Set<string>()
  return changing(ports, ({ files, ...storage }) => ({
    ...storage,
    files: {
      ...files,
      put: (key, file, storedAt) => {
        stored.set(key, ports.clock.monotonic())
        return files.put(key, file, storedAt)
      },
      remove: async (key) => {
        const age = ports.clock.monotonic() - (stored.get(key) ?? 0)
        if (age < holdingTime) orphans.add(key)
        else await files.remove(key)
      },
      list: async () => (await files.list()).filter(({ key }) => !orphans.has(key)),
    },
  }))
}

/** Does not find every third file of a message, as if its file was lost. */
export const missesFiles = (ports: Ports): Ports => {
  let count = 0
  return changing(ports, ({ files, ...storage }) => ({
    ...storage,
    files: { ...files, read: (key) => (++count % 3 === 0 ? Promise.resolve(undefined) : files.read(key)) },
  }))
}
