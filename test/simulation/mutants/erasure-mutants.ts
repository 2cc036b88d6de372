import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#server/store/database.ts'
import { message, messageReaction } from '#server/store/schema/index.ts'
import type { Ports } from '#streams/ports.ts'
import type { Backend } from '../backend.ts'
import type { Mutant } from './mutant.ts'
import { changing } from './storage-mutants.ts'

/** Restores before each call what the server erased with a message. Looks for more after each call to `path`. */
const restoring = (
  backend: Backend,
  path: string,
  work: { note(): Promise<void>; restore(): Promise<void> },
): Backend => ({
  ...backend,
  async fetch(request, address) {
    await work.restore()
    const answer = await backend.fetch(request, address)
    if (new URL(request.url).pathname === path) await work.note()
    return answer
  },
})

const keepsReactions = (backend: Backend, database: Database): Backend => {
  const seen = new Map<string, typeof messageReaction.$inferSelect>()
  return restoring(backend, '/Api/ReactToMessage', {
    async note() {
      for (const row of await database.select().from(messageReaction))
        seen.set(`${row.accountId} ${row.messageId}`, row)
    },
    async restore() {
      const ids = [...seen.values()].map(({ messageId }) => messageId)
      const rows = await database
        .select({ id: message.id })
        .from(message)
        .where(and(inArray(message.id, ids), isNull(message.body)))
      const erased = new Set(rows.map(({ id }) => id))
      const lost = [...seen.values()].filter(({ messageId }) => erased.has(messageId))
      if (lost.length > 0) await database.insert(messageReaction).values(lost).onConflictDoNothing()
    },
  })
}

const keepsPins = (backend: Backend, database: Database): Backend => {
  const seen = new Map<number, number>()
  return restoring(backend, '/Api/PinMessage', {
    async note() {
      for (const { id, pinVersion } of await database.select().from(message).where(gt(message.pinVersion, 0)))
        seen.set(id, pinVersion)
    },
    async restore() {
      for (const [id, pinVersion] of seen)
        await database
          .update(message)
          .set({ pinVersion })
          .where(and(eq(message.id, id), isNull(message.body)))
    },
  })
}

/** Rewrites segments with erased messages, and leaves the events of reactions in them unchanged. */
const keepsStoredReactions = (ports: Ports): Ports =>
  changing(ports, (storage) => ({
    ...storage,
    rewriteSegments: async (rewrite) => {
      const before = await storage.readSegmentsAt(rewrite.segments.map(({ segment }) => segment))
      const reactions = new Map(
        before.flatMap(({ events }) =>
          events.filter(isReaction).map((event) => [idOf(event), event] as const),
        ),
      )
      const segments = rewrite.segments.map(({ segment, events }) => ({
        segment,
        events: events.map((event) => reactions.get(idOf(event)) ?? event),
      }))
      return storage.rewriteSegments({ ...rewrite, segments })
    },
  }))

/** The simulated disk stores only events of the log, which are objects. */
const idOf = (event: unknown): unknown => Reflect.get(Object(event), 'id')

const isReaction = (event: unknown): boolean =>
  ['MessageReacted', 'ReactionRequested'].includes(String(Reflect.get(Object(event), 'type')))

/** Mutants that leave something of an erased message. */
export const erasureMutants = {
  'kept-reaction': {
    description: 'a server that keeps the reactions to an erased message',
    violates: 'reactions',
    options: { breakBackend: keepsReactions },
    usesExtensions: true,
    needsWholeWorld: true,
    noticedBy: 7,
  },
  'kept-message-pin': {
    description: 'a server that leaves an erased message pinned',
    violates: 'pins',
    options: { breakBackend: keepsPins },
    usesExtensions: true,
    needsWholeWorld: true,
    noticedBy: 8,
  },
  'kept-stored-reaction': {
    description: 'a log that does not rewrite the reactions to erased messages',
    violates: 'erasure',
    options: { breakPorts: keepsStoredReactions },
    usesExtensions: true,
    needsWholeWorld: true,
    noticedBy: 7,
  },
} as const satisfies Record<string, Mutant>
