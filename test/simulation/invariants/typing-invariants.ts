import { conversationId } from '#schemas/ids.ts'
import { accountOf, waitFor } from '../scenario/befriend.ts'
import { tabsOf, type World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import type { Truth } from './truth.ts'

/** How long a frame takes at most on a healthy network, and when typing has certainly ended, ms. */
const [arrival, ended] = [5_000, 10_000]

/**
 * Checks that no tab shows typing from before, and that the first person's typing is seen by the second one if they may
 * write to each other. Run it last, because time passes.
 */
export async function checkTyping(world: World, truth: Truth): Promise<Violations> {
  const [writer, reader] = world.people
  const id = writer && reader && conversationOf(truth, writer.userId, reader.userId)
  const shownNow = () =>
    world.people.flatMap((person) =>
      tabsOf(person).flatMap((tab) => ((accountOf(tab)?.typing.get().size ?? 0) > 0 ? [tab.name] : [])),
    )
  const differences = shownNow().map((name) => `${name} shows typing that has ended`)
  const tab = writer && tabsOf(writer).find(({ visibility }) => visibility.isVisible())
  const account = tab && accountOf(tab)
  if (!writer || !reader || !account || id === undefined) return violationsOf('typing', differences)
  const readers = tabsOf(reader).flatMap((one) => {
    const seen = accountOf(one)
    return seen ? [{ name: one.name, sees: () => seen.typing.get().has(id) }] : []
  })
  const own = await waitFor(world, 'typing', account.loadTyping())
  await world.time.runWhile(() => own.setting.settings.get() === undefined, arrival)
  own.reportActivity(id, 'typing')
  await world.time.runWhile(() => !readers.every(({ sees }) => sees()), arrival)
  const isExpected = mayWrite(truth, writer.userId, reader.userId)
  for (const { name, sees } of readers)
    if (sees() !== isExpected)
      differences.push(`${name} ${isExpected ? 'does not see' : 'sees'} that ${writer.name} types`)
  await world.time.runUntil(world.time.now() + ended)
  return violationsOf('typing', [
    ...differences,
    ...shownNow().map((name) => `${name} shows typing ${ended} ms after its last key`),
  ])
}

function conversationOf({ members }: Truth, one = 0, other = 0) {
  const side = members.find(({ accountId, peerId }) => accountId === one && peerId === other)
  return side && conversationId('direct', side.conversationId)
}

const mayWrite = ({ friendships, blocks }: Truth, one = 0, other = 0): boolean =>
  friendships.some(({ accountId, friendId }) => accountId === one && friendId === other) &&
  !blocks.some(
    ({ accountId, blockedId }) =>
      (accountId === one && blockedId === other) || (accountId === other && blockedId === one),
  )
