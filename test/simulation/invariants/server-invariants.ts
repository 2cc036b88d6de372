import { type AskedMessage, type AskedReadMark, mayWait } from '../scenario/ledger.ts'
import type { World } from '../world.ts'
import { compare } from './difference.ts'
import { checkForwards } from './forward-invariants.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { hasExpired, type MessageRow, rowsByText } from './message-rows.ts'
import { isToleratedLoss } from './outcome-invariants.ts'
import { nameOf, type Truth } from './truth.ts'

type RowsByText = ReturnType<typeof rowsByText>

/** Checks that the server has each requested message exactly once, and no other messages. */
export function checkServer(world: World, truth: Truth): Violations {
  const rows = rowsByText(world, truth)
  return [
    ...checkSequences(truth),
    ...checkMessages(world, rows),
    ...checkBurned(world, truth, rows),
    ...checkForwards(world, truth),
    ...checkReadMarks(world, truth),
  ]
}

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

const wanted = (asked: AskedMessage): string => {
  if (asked.isUnfit || asked.isDeleted) return 'never'
  return asked.answer === 'accepted' && !isToleratedLoss(asked) ? 'once' : 'at most once'
}

/** Checks that messages sent for certain are on the server or have burned, and that expired messages have no body there. */
function checkBurned({ ledger }: World, truth: Truth, rows: RowsByText): Violations {
  const left = truth.messages.filter(({ body, expiresAt }) => body !== null && expiresAt !== null)
  const missing = ledger.messages.filter(
    (asked) => wanted(asked) === 'once' && !mayWait(asked) && !hasArrived(rows.get(asked.text.trim())),
  )
  return [
    ...violationsOf(
      'expiry',
      left.map(({ id, expiresAt }) => `message ${id} should have burned at ${expiresAt} and has a body`),
    ),
    ...violationsOf(
      'delivered-at-all',
      missing.map(
        ({ person, text }) => `${person.name}'s "${text.slice(0, 30)}" is missing and has not burned`,
      ),
    ),
  ]
}

const hasArrived = (rows: readonly MessageRow[] = []): boolean =>
  rows.some((row) => row.body !== null || hasExpired(row))

function checkMessages({ ledger }: World, rows: RowsByText): Violations {
  const askedTexts = new Set(ledger.messages.map(({ text }) => text.trim()))
  const strangers = [...rows.keys()].filter((said) => !askedTexts.has(said))
  const differences = ledger.messages.flatMap((asked) => {
    const own = rows.get(asked.text.trim()) ?? []
    const count = own.filter(({ body }) => body !== null).length
    const expected = wanted(asked)
    const isRight = count <= (expected === 'never' ? 0 : 1) && own.length <= 1
    const name = `${asked.person.name}'s "${asked.text.slice(0, 30)}" (${asked.answer})`
    return isRight
      ? []
      : [`${name} is on the server ${count} times, was ${own.length} times, expected ${expected}`]
  })
  const wrongSenders = ledger.messages.flatMap(({ text, person }) =>
    (rows.get(text.trim()) ?? [])
      .filter(({ senderId }) => senderId !== person.userId)
      .map(({ id, senderId }) => `message ${id} of ${person.name} is said to be of ${senderId}`),
  )
  return [
    ...violationsOf('delivered-once', differences),
    ...violationsOf('message-sender', wrongSenders),
    ...violationsOf(
      'delivered-once',
      strangers.map((said) => `nobody asked for ${said.slice(0, 60)}`),
    ),
  ]
}

/** Checks that the server's read marker is the highest requested one, as far as the outcomes are known. */
function checkReadMarks(world: World, truth: Truth): Violations {
  const differences = world.people.flatMap((person) =>
    truth.members
      .filter(({ accountId }) => accountId === person.userId)
      .flatMap(({ conversationId, readMessageId, historyAfterId }) => {
        const name = nameOf(truth, conversationId)
        const marks = world.ledger.readMarks.filter(
          (mark) => mark.person === person && mark.conversation === name,
        )
        const messages = truth.messages.filter((message) => message.conversationId === conversationId)
        const { sure, possible } = askedMark(marks, messages)
        // A new member has no unread messages.
        return readMessageId >= sure && readMessageId <= Math.max(possible, historyAfterId)
          ? []
          : [
              `${person.name} read ${name} up to ${readMessageId} on the server, asked for ${sure} to ${possible}`,
            ]
      }),
  )
  return violationsOf('read-marker', differences)
}

function askedMark(marks: readonly AskedReadMark[], messages: readonly MessageRow[]) {
  const sure = marks.filter(({ answer, isSure = true }) => isSure && answer === 'accepted')
  const lastOf = ({ upTo, until = 0 }: AskedReadMark) =>
    messages.findLast(({ id, sentAt }) => id <= upTo || sentAt <= until)?.id ?? 0
  return { sure: Math.max(0, ...sure.map(({ upTo }) => upTo)), possible: Math.max(0, ...marks.map(lastOf)) }
}
