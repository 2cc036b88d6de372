import { isNotice } from '#domain/message-list/rows.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { saidAs } from '../scenario/attachments.ts'
import type { AskedMessage, Ledger } from '../scenario/ledger.ts'
import type { Person, World } from '../world.ts'
import { compare, type Differences } from './difference.ts'
import { isExcused, mayWait } from './outcome-invariants.ts'
import { nameOf, type Truth } from './truth.ts'

/** What people asked for must be on the server, once each; what they did not ask for must not. */
export function checkServer(world: World, truth: Truth): Differences {
  return [
    ...checkSequences(truth),
    ...checkMessages(world.ledger, truth),
    ...checkBurned(world, truth),
    ...checkReadMarks(world, truth),
  ]
}

/** Sequence numbers have no hole and follow the ids. */
const checkSequences = (truth: Truth): Differences =>
  truth.conversations.flatMap(({ id, headSequence }) => {
    const messages = truth.messages.filter(({ conversationId }) => conversationId === id)
    const ids = messages.map((message) => message.id)
    return [
      ...compare(
        'sequence numbers',
        messages.map(({ sequence }) => sequence),
        messages.map((_, index) => index + 1),
      ),
      ...compare(
        'ids by sequence',
        ids,
        [...ids].sort((left, right) => left - right),
      ),
      ...compare('head sequence', headSequence, messages.length),
    ]
  })

const wanted = (asked: AskedMessage): string => {
  if (asked.isUnfit || asked.isDeleted) return 'never'
  return asked.answer === 'accepted' && !isExcused(asked) ? 'once' : 'at most once'
}

/** Texts that the server took and no longer has, though nobody deleted them: they have burned. */
export const burnedTexts = (ledger: Ledger, truth: Truth): readonly AskedMessage[] => {
  const bodies = new Set(truth.messages.map(({ body }) => body))
  return ledger.messages.filter(
    (asked) => wanted(asked) === 'once' && !mayWait(asked) && !bodies.has(asked.text.trim()),
  )
}

/** As many messages are missing as burned, of each person; what was read and is over has no body on the server any more. */
function checkBurned(world: World, truth: Truth): Differences {
  const left = truth.messages.filter(({ body, burnsAt }) => body !== null && burnsAt !== null)
  const missing = burnedTexts(world.ledger, truth)
  return [
    ...left.map(({ id, burnsAt }) => `message ${id} should have burned at ${burnsAt} and has a body`),
    ...[...world.people, world.stranger].flatMap((person) => {
      const burned = truth.messages.filter(
        ({ body, burnsAt, senderId }) => body === null && burnsAt !== null && senderId === person.userId,
      )
      const gone = missing.filter((asked) => asked.person === person)
      return gone.length <= burned.length
        ? []
        : [`${person.name} misses ${gone.length} messages, of which ${burned.length} have burned`]
    }),
  ]
}

/** What the server writes in people's names. */
const isServers = (message: Truth['messages'][number]): boolean =>
  isNotice(message) || message.type === 'invite'

function checkMessages(ledger: Ledger, truth: Truth): Differences {
  const counts = new Map<string, number>()
  const bodies = truth.messages.flatMap((message) =>
    message.body === null || isServers(message) ? [] : [saidAs(message.body)],
  )
  for (const body of bodies) counts.set(body, (counts.get(body) ?? 0) + 1)
  const askedTexts = new Set(ledger.messages.map(({ text }) => text.trim()))
  const strangers = [...counts.keys()].filter((body) => !askedTexts.has(body))
  const differences = ledger.messages.flatMap((asked) => {
    const count = counts.get(asked.text.trim()) ?? 0
    const expected = wanted(asked)
    // A missing one may have burned, which is checked by number.
    const isRight = count <= (expected === 'never' ? 0 : 1)
    const name = `${asked.person.name}'s "${asked.text.slice(0, 30)}" (${asked.answer})`
    return isRight ? [] : [`${name} is on the server ${count} times, expected ${expected}`]
  })
  const wrongSenders = ledger.messages.flatMap(({ text, person }) =>
    truth.messages
      .filter(
        ({ body, senderId }) => body !== null && saidAs(body) === text.trim() && senderId !== person.userId,
      )
      .map(({ id, senderId }) => `message ${id} of ${person.name} is said to be of ${senderId}`),
  )
  return [
    ...differences,
    ...wrongSenders,
    ...strangers.map((body) => `nobody asked for ${body.slice(0, 60)}`),
  ]
}

/** The read mark on the server is the highest that was asked for, as far as the answers are known. */
function checkReadMarks(world: World, truth: Truth): Differences {
  return world.people.flatMap((person) =>
    truth.members
      .filter(({ accountId }) => accountId === person.userId)
      .flatMap(({ conversationId, readMessageId, historyAfterId }) => {
        const { sure, possible } = askedMark(world.ledger, person, nameOf(truth, conversationId))
        // Who joins has nothing to read yet.
        return readMessageId >= sure && readMessageId <= Math.max(possible, historyAfterId)
          ? []
          : [`${person.name} read up to ${readMessageId} on the server, asked for ${sure} to ${possible}`]
      }),
  )
}

function askedMark(ledger: Ledger, person: Person, conversation: ConversationId) {
  const marks = ledger.readMarks.filter(
    (mark) => mark.person === person && mark.conversation === conversation,
  )
  const sure = marks
    .filter(({ answer, isSure = true }) => isSure && answer === 'accepted')
    .map(({ upTo }) => upTo)
  return { sure: Math.max(0, ...sure), possible: Math.max(0, ...marks.map(({ upTo }) => upTo)) }
}
