import type { AccountClient } from '#client/client.ts'
import { serverId } from '#schemas/ids.ts'
import { waitFor } from '../scenario/befriend.ts'
import { compare } from './difference.ts'
import type { Violation, Violations } from './invariant.ts'
import type { Looking } from './local-commands.ts'
import { nameOf } from './truth.ts'

/** How long the server knows who has read a message, ms. */
const known = 7 * 24 * 60 * 60_000

/** Checks that a client names the members who have read the newest own message of each group. */
export async function checkReaders(
  { world, truth, person }: Looking,
  account: AccountClient,
): Promise<Violations> {
  const violations: Violation[] = []
  const groups = truth.members.filter(
    ({ accountId, peerId }) => accountId === person.userId && peerId === null,
  )
  for (const { conversationId, historyAfterId } of groups) {
    const newest = truth.messages.findLast(
      ({ body, id, sentAt, type, ...message }) =>
        message.conversationId === conversationId &&
        message.senderId === person.userId &&
        body !== null &&
        type === 'txt' &&
        id > historyAfterId &&
        sentAt > world.time.now() - known,
    )
    if (!newest) continue
    const lookup = account.lookups.readers(nameOf(truth, conversationId), serverId(newest.id))
    const found = await waitFor(world, 'readers', lookup.fresh())
    const expected = truth.members.filter(
      (member) =>
        member.conversationId === conversationId &&
        member.accountId !== person.userId &&
        member.readMessageId >= newest.id &&
        member.historyAfterId < newest.id,
    )
    violations.push(
      ...compare(
        'readers',
        `${person.name} sees who has read ${newest.id}`,
        found.status === 'ready' ? found.value.map(({ userId }) => Number(userId)).sort() : found.status,
        expected.map(({ accountId }) => accountId).sort(),
      ),
    )
  }
  return violations
}
