import type { Database } from '#server/store/database.ts'
import * as schema from '#server/store/schema/index.ts'
import type { Locale } from '#src/app/locales.ts'
import { conversationRows, fileRows, groupRows, memberRows, messageRows } from './conversation-rows.ts'
import { createWorld, type World } from './create-world.ts'
import { loadSeedTexts } from './locale-texts.ts'
import { accountIdOf } from './people.ts'
import { accountRows, applicationRows, friendshipRows, tagMemberRows, tagRows } from './people-rows.ts'

/** The seed of the worlds that are shipped. */
export const worldSeed = 20
/** A Wednesday afternoon; the demo moves all times, so that only the time of day matters, to the rhythm of the days. */
export const worldMoment = Date.UTC(2026, 0, 14, 15)
const rowsPerStatement = 500

/** Who opens the world, and when it takes place. */
export interface FilledWorld {
  /** The account of the person signed in. */
  readonly ownerId: number
  /** The moment the world takes for now, ms since 1970. */
  readonly madeAt: number
}

/**
 * Writes the world of a language into an empty, migrated database; always the same one.
 * @param moment the world's present, ms since 1970
 * @returns whose it is and when it takes place; throws when the database was not empty
 */
export async function fillWorld(
  database: Database,
  locale: Locale,
  moment = worldMoment,
): Promise<FilledWorld> {
  const world = createWorld(await loadSeedTexts(locale), { seed: worldSeed, moment })
  await database.transaction((transaction) => writeWorld(transaction, world))
  return { ownerId: accountIdOf('me'), madeAt: world.moment }
}

/** Ids are given by the database, from its first on: rows go in by their order. */
async function writeWorld(database: Database, world: World): Promise<void> {
  const [owner] = await database
    .insert(schema.account)
    .values(accountRows(world))
    .returning({ id: schema.account.id })
  if (owner?.id !== accountIdOf('me')) throw new Error('The world needs an empty database')
  await database.insert(schema.friendship).values(friendshipRows(world))
  await database.insert(schema.friendTag).values(tagRows(world))
  await database.insert(schema.friendTagMember).values(tagMemberRows())
  await database.insert(schema.friendApplication).values(applicationRows(world))
  await database.insert(schema.conversation).values(conversationRows(world))
  await database.insert(schema.chatGroup).values(groupRows(world))
  await database.insert(schema.conversationMember).values(memberRows(world))
  for (const rows of inPortions(messageRows(world))) await database.insert(schema.message).values(rows)
  await database.insert(schema.storedFile).values(fileRows(world))
}

function* inPortions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    yield rows.slice(from, from + rowsPerStatement)
}
