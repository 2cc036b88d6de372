import type { RequestedReadMarker } from '../scenario/requested-commands.ts'
import type { World } from '../world.ts'
import { compare } from './difference.ts'
import { checkForwards } from './forward-invariants.ts'
import { type Violations, violationsOf } from './invariant.ts'
import type { MessageRow } from './message-rows.ts'
import { checkServerOrder } from './order-invariants.ts'
import { nameOf, type Truth } from './truth.ts'

/** Checks the server's own data: sequences, order, expiry, forwards and read markers. */
export function checkServer(world: World, truth: Truth): Violations {
  return [
    ...checkSequences(truth),
    ...checkExpired(truth),
    ...checkServerOrder(world, truth),
    ...checkForwards(world, truth),
    ...checkReadMarks(world, truth),
    ...checkBarriers(world, truth),
    ...checkFriendshipEnds(world, truth),
  ]
}

/** Checks that no message passed a barrier between two people. */
const checkBarriers = ({ barriers }: World, { messages }: Truth): Violations =>
  violationsOf(
    'block',
    barriers.all.flatMap(({ wireId, conversation, after, before }) =>
      messages
        .filter(({ conversationId, id }) => conversationId === wireId && id > after && id <= before)
        .map(({ id, senderId }) => `message ${id} of ${senderId} passed in ${conversation} after ${after}`),
    ),
  )

/** Checks that who ended a friendship does not see its messages, also after both became friends again [FRIEND-50]. */
const checkFriendshipEnds = ({ barriers }: World, { members }: Truth): Violations =>
  violationsOf(
    'friendship-end',
    barriers.friendshipEnds
      .filter((end) =>
        members.some(
          ({ accountId, conversationId, historyAfterId }) =>
            accountId === end.accountId && conversationId === end.wireId && historyAfterId < end.after,
        ),
      )
      .map(({ accountId, wireId, after }) => `${accountId} may see messages of ${wireId} up to ${after}`),
  )

/** Checks that sequence numbers have no gap and follow the ids. */
const checkSequences = (truth: Truth): Violations =>
  truth.conversations.flatMap(({ id, headSequence }) => {
    const messages = truth.messages.filter(({ conversationId }) => conversationId === id)
    const ids = messages.map((message) => message.id)
    return [
      ...compare(
        'sequence-numbers',
        'sequence numbers',
        messages.map(({ sequence }) => sequence),
        messages.map((_, index) => index + 1),
      ),
      ...compare(
        'sequence-numbers',
        'ids by sequence',
        ids,
        [...ids].sort((left, right) => left - right),
      ),
      ...compare('sequence-numbers', 'head sequence', headSequence, messages.length),
    ]
  })

/** Checks that expired messages have no text on the server. */
const checkExpired = (truth: Truth): Violations =>
  violationsOf(
    'expiry',
    truth.messages
      .filter(({ body, expiresAt }) => body !== null && expiresAt !== null)
      .map(({ id, expiresAt }) => `message ${id} should have expired at ${expiresAt} and has a body`),
  )

/** Checks that the server's read marker is the highest requested one, as far as the outcomes are known. */
function checkReadMarks(world: World, truth: Truth): Violations {
  const differences = world.people.flatMap((person) =>
    truth.members
      .filter(({ accountId }) => accountId === person.userId)
      .flatMap(({ conversationId, peerId, readMessageId, historyAfterId }) => {
        const name = nameOf(truth, conversationId)
        const marks = world.ledger.readMarks.filter(
          (mark) => mark.person === person && mark.conversation === name,
        )
        const messages = truth.messages.filter((message) => message.conversationId === conversationId)
        const { sure, possible } = requestedMarker(marks, messages)
        // A new member of a group has no unread messages. The end of a friendship reads none.
        const mark = Math.max(readMessageId, historyAfterId)
        return mark >= sure && readMessageId <= Math.max(possible, peerId === null ? historyAfterId : 0)
          ? []
          : [
              `${person.name} read ${name} up to ${readMessageId} on the server, expected ${sure} to ${possible}`,
            ]
      }),
  )
  return violationsOf('read-marker', differences)
}

function requestedMarker(marks: readonly RequestedReadMarker[], messages: readonly MessageRow[]) {
  const sure = marks.filter(({ answer, isSure }) => isSure && answer === 'accepted')
  const lastOf = ({ upTo, until = 0 }: RequestedReadMarker) =>
    messages.findLast(({ id, sentAt }) => id <= upTo || sentAt <= until)?.id ?? 0
  return { sure: Math.max(0, ...sure.map(({ upTo }) => upTo)), possible: Math.max(0, ...marks.map(lastOf)) }
}
