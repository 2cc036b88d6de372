import { labelOf } from '../scenario/attachments.ts'
import type { RequestedForward } from '../scenario/requested-commands.ts'
import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { forwardedRows, type MessageRow } from './message-rows.ts'
import { nameOf, type Truth } from './truth.ts'

/** The messages that one person forwarded to one conversation. */
interface Parcel {
  readonly requested: readonly RequestedForward[]
  readonly rows: readonly MessageRow[]
  /** The ledger's name of a message, if it still has a text. */
  readonly textsOf: (row: MessageRow) => readonly string[]
}

/**
 * Checks that forwarded messages arrived as often as requested and acknowledged. Deleted and expired copies have no text
 * any more, so as many texts may be missing in a conversation as that sender has such messages.
 */
export function checkForwards(world: World, truth: Truth): Violations {
  const rows = forwardedRows(world, truth)
  const [people, places] = [[...world.people, world.outsidePerson], truth.conversations]
  return people.flatMap((person) =>
    places.flatMap(({ id }) => {
      const conversation = nameOf(truth, id)
      const parcel = {
        requested: world.ledger.forwards.filter(
          (one) => one.person === person && one.conversation === conversation,
        ),
        rows: rows.filter((row) => row.conversationId === id && row.senderId === person.userId),
        textsOf: ({ body }: MessageRow) => (body === null ? [] : [world.ledger.originalOf(labelOf(body))]),
      }
      const differences = checkParcel(parcel).map((text) => `${person.name} to ${conversation}: ${text}`)
      return violationsOf('forwarded-once', differences)
    }),
  )
}

function checkParcel({ requested, rows, textsOf }: Parcel): readonly string[] {
  const texts = new Set([...requested.map(({ text }) => text), ...rows.flatMap(textsOf)])
  const counts = [...texts].map((text) => {
    const same = requested.filter((one) => one.text === text)
    return {
      text,
      found: rows.filter((row) => textsOf(row).includes(text)).length,
      sure: same.filter(({ answer }) => answer === 'accepted').length,
      possible: same.filter(({ answer }) => answer !== 'rejected').length,
    }
  })
  const gone = rows.filter(({ body }) => body === null).length
  const missing = counts.reduce((sum, { found, sure }) => sum + Math.max(0, sure - found), 0)
  return [
    ...counts
      .filter(({ found, possible }) => found > possible)
      .map(
        ({ text, found, possible }) =>
          `"${text.slice(0, 30)}" was sent on ${found} times, expected ${possible}`,
      ),
    ...(missing > gone ? [`${missing} messages that were sent on are missing, ${gone} are gone`] : []),
  ]
}
