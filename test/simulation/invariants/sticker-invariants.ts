import { desc, eq } from 'drizzle-orm'
import { groupBy } from '#domain/lists/group-by.ts'
import { userSticker } from '#server/store/schema/index.ts'
import { accountOf, waitFor } from '../scenario/befriend.ts'
import type { RequestedStickerChange } from '../scenario/requested-commands.ts'
import { type StickerScreen, stickerScreenOf } from '../scenario/sticker-commands.ts'
import { type Person, tabsOf, type World } from '../world.ts'
import { compare } from './difference.ts'
import { type Violation, type Violations, violationsOf } from './invariant.ts'

/**
 * Checks that the server has the own stickers that people added and did not remove, and that every open list of them
 * shows what the server has [STICK-12].
 */
export async function checkStickers(world: World): Promise<Violations> {
  if (world.leftOut.includes('addStickerHere')) return []
  const violations: Violation[] = []
  for (const person of world.people) {
    const changes = world.ledger.stickerChanges.filter((change) => change.person === person)
    if (changes.length > 0) violations.push(...(await checkPerson(world, person, changes)))
  }
  return violations
}

async function checkPerson(
  world: World,
  person: Person,
  changes: readonly RequestedStickerChange[],
): Promise<Violations> {
  const rows = await world.database.truth
    .select()
    .from(userSticker)
    .where(eq(userSticker.accountId, person.userId ?? 0))
    .orderBy(desc(userSticker.id))
  const stored = rows.map(({ url }) => url)
  const byPath = groupBy(changes, ({ path }) => path)
  const wrong = [...byPath].flatMap(([path, own]) => {
    const isThere = isCertainlyThere(own)
    return isThere === undefined || isThere === stored.includes(path)
      ? []
      : [`the server ${isThere ? 'lacks' : 'keeps'} ${person.name}'s sticker ${path}`]
  })
  const violations: Violation[] = [...violationsOf('own-stickers', wrong)]
  for (const tab of tabsOf(person)) {
    const account = accountOf(tab)
    const screen = account && stickerScreenOf(tab, account)
    if (!screen) continue
    if (!isToldOf(screen, tab.personDevice.device.name, changes)) {
      world.tolerated.use('stickers changed unseen')
      screen.stickers.own.invalidate()
    }
    const shown = await waitFor(world, 'stickers', screen.stickers.own.fresh())
    const paths = shown.status === 'ready' ? shown.value.stickers.map(({ path }) => path) : shown.status
    violations.push(...compare('own-stickers', `${tab.name} shows the stickers`, paths, stored))
  }
  return violations
}

/**
 * Whether a sticker must be among the own ones. Undefined if its last changes overlapped, or had no outcome, or if a
 * device removed it that may have known an earlier copy only.
 */
function isCertainlyThere(changes: readonly RequestedStickerChange[]): boolean | undefined {
  const [last, ...earlier] = changes.toReversed()
  if (last?.answer !== 'accepted' || earlier.some(({ doneAt }) => doneAt >= last.at)) return undefined
  if (last.kind === 'add') return true
  const isKnown = ({ answer, device, isShared }: RequestedStickerChange) =>
    answer === 'accepted' && device === last.device && isShared
  return earlier.every(isKnown) ? false : undefined
}

/** Whether the device's tabs were told of every change since an open list may have been loaded. */
const isToldOf = (
  { openedAt }: StickerScreen,
  deviceName: string,
  changes: readonly RequestedStickerChange[],
): boolean =>
  changes.every(
    ({ answer, device, doneAt, isShared }) =>
      doneAt < openedAt || (answer === 'accepted' && device === deviceName && isShared),
  )
