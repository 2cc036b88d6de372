import { isNotice } from '#domain/message-list/rows.ts'
import type { PersonDevice } from '../person-device.ts'
import type { AskedLocally } from '../scenario/ledger.ts'
import type { Person, World } from '../world.ts'
import type { Row, Shown } from './client-invariants.ts'
import type { Differences } from './difference.ts'
import { type UnreadMessage, unreadOf } from './expected-view.ts'
import { nameOf, type Truth } from './truth.ts'
import { between, type UnreadBounds, unreadBounds } from './unread-bounds.ts'

type Message = Truth['messages'][number]

const clearings: readonly AskedLocally['kind'][] = ['clear', 'clear-all', 'delete']
const isClearing = ({ kind }: AskedLocally): boolean => clearings.includes(kind)
const isHiding = ({ kind }: AskedLocally): boolean => kind === 'hide' || kind === 'delete'
const isOfOneMessage = ({ kind }: AskedLocally): boolean => kind === 'delete-for-me'
const idOf = (row: Row | undefined): number => Number(row?.id ?? 0)

/** What was asked for on this device and not refused. */
const actsOf = (world: World, personDevice: PersonDevice, conversation: unknown): readonly AskedLocally[] =>
  world.ledger.localActs
    .filter(
      (act) =>
        act.device === personDevice.device.name &&
        (act.conversation ?? conversation) === conversation &&
        act.answer !== 'refused',
    )
    .map((act) => (act.isOut ? { ...act, answer: 'unknown' } : act))

/** One device of one person. */
export interface Looking {
  readonly world: World
  readonly truth: Truth
  readonly person: Person
  readonly personDevice: PersonDevice
}

/**
 * The server's truth less what this device hid and cleared (DEC-111): of what may or may not have been done, as the client
 * shows it, but never more than was asked for and never less than is sure.
 */
export function withoutLocalCommands(
  { world, truth, person, personDevice }: Looking,
  found: Shown,
  expected: Shown,
): Shown {
  const conversations = expected.conversations.map(
    (row): { readonly row: Row; readonly kept: readonly Row[] } => {
      const commandRunners = actsOf(world, personDevice, row.id)
      const shown = found.conversations.find(({ id }) => id === row.id)
      const all = timelineOf(expected, row.id)
      const left = afterClearing(commandRunners.filter(isClearing), all, timelineOf(found, row.id))
      const kept = afterDeleting(commandRunners.filter(isOfOneMessage), left, timelineOf(found, row.id))
      return {
        row: {
          ...row,
          ...(shown && commandRunners.length > 0
            ? counted(unreadBounds(commandRunners, unreadOf(truth, person.userId, row.id)), shown)
            : {}),
          isMarked: commandRunners.some(({ kind }) => kind === 'mark-unread') && shown?.isMarked === true,
          isHidden:
            isHiddenForSure(commandRunners, all, {
              newestId: newestIn(truth, row.id),
              lastWritten: lastWritten(world, personDevice, row.id, found),
            }) ?? shown?.isHidden === true,
          // What is written and not sent yet stands last as well.
          last: hasUnsent(found, row.id) ? shown?.last : lastOf(kept),
        },
        kept,
      }
    },
  )
  const hasOrderOfItsOwn =
    found.unsent.length > 0 ||
    world.ledger.localActs.some(({ device }) => device === personDevice.device.name)
  return {
    ...expected,
    unsent: found.unsent,
    conversations: inOrderOf(
      hasOrderOfItsOwn ? found : expected,
      conversations.map(({ row }) => row),
    ),
    timelines: Object.fromEntries(conversations.map(({ row, kept }) => [row.id, kept])),
  }
}

/** What the client counts, as far as it may. */
const counted = ({ sure, possible }: UnreadBounds, shown: Row): Row => {
  const isMention = ({ isMention }: UnreadMessage) => isMention
  return {
    unread: between(sure.length, Number(shown.unread), possible.length),
    isMentioned: sure.some(isMention) || (possible.some(isMention) && shown.isMentioned === true),
  }
}

const hasUnsent = ({ unsent }: Shown, id: unknown): boolean =>
  unsent.some(({ conversation }) => conversation === id)

const timelineOf = ({ timelines }: Shown, id: unknown): readonly Row[] =>
  Object.entries(timelines).find(([key]) => key === id)?.[1] ?? []

/** A cleared conversation keeps its place though its newest message is gone: the order is the client's own. */
const inOrderOf = (shown: Shown, rows: readonly Row[]): readonly Row[] => {
  const placeOf = ({ id }: Row) => shown.conversations.findIndex((row) => row.id === id)
  return [...rows].sort((left, right) => placeOf(left) - placeOf(right))
}

const lastOf = (rows: readonly Row[]): Row | undefined => {
  const last = rows.at(-1)
  return last && { id: last.id, sender: last.sender, body: last.body }
}

/** What clearing left: it took a beginning, at least what was seen when it was surely done, nothing that came later. */
function afterClearing(
  clears: readonly AskedLocally[],
  all: readonly Row[],
  shown: readonly Row[],
): readonly Row[] {
  const sure = Math.max(0, ...clears.filter(({ answer }) => answer === 'accepted').map(({ seen }) => seen))
  const latest = Math.max(Number.NEGATIVE_INFINITY, ...clears.map(({ doneAt }) => doneAt))
  const first = shown.length === 0 ? Number.POSITIVE_INFINITY : idOf(shown[0])
  const kept = all.filter((row) => {
    const mayBeGone = idOf(row) < first && Number(row.sentAt) <= latest
    return idOf(row) > sure && !mayBeGone
  })
  return clears.length === 0 ? kept : withoutClearedQuotes(kept, shown)
}

/** Less the messages that were deleted for this device; of one that may have been brought back, as the client shows it. */
function afterDeleting(
  deletions: readonly AskedLocally[],
  rows: readonly Row[],
  shown: readonly Row[],
): readonly Row[] {
  const isShown = new Set(shown.map(idOf))
  const isGone = (row: Row) =>
    deletions.some(({ seen, answer }) => seen === idOf(row) && (answer === 'accepted' || !isShown.has(seen)))
  const kept = rows.filter((row) => !isGone(row))
  return deletions.length === 0 ? kept : withoutClearedQuotes(kept, shown)
}

/** What was cleared away is gone from quotes as well. */
function withoutClearedQuotes(kept: readonly Row[], shown: readonly Row[]): readonly Row[] {
  const gone = new Set(shown.filter(({ quoted }) => quoted === '').map(({ id }) => id))
  return kept.map((row) => (gone.has(row.id) ? { ...row, quoted: '' } : row))
}

/** False or true when that is certain; undefined when either may be. */
function isHiddenForSure(
  commandRunners: readonly AskedLocally[],
  all: readonly Row[],
  { newestId, lastWritten }: { readonly newestId: number; readonly lastWritten: number },
): boolean | undefined {
  const hides = commandRunners.filter(isHiding)
  const isShownAgain = commandRunners.some(({ kind }) => kind === 'show')
  const isSure = ({ answer, seen, askedAt }: AskedLocally) =>
    answer === 'accepted' && seen >= newestId && askedAt > lastWritten
  if (!isShownAgain && hides.some(isSure)) return true
  const newest = all.at(-1)
  if (!hides.some(({ doneAt }) => newest === undefined || Number(newest.sentAt) <= doneAt)) return false
  return undefined
}

/** When what waits unsent in a conversation was written last, for that brings a hidden one back [SESS-38]; below all when nothing does. */
function lastWritten(
  world: World,
  personDevice: PersonDevice,
  conversation: unknown,
  { unsent }: Shown,
): number {
  const waiting = new Set(unsent.filter((row) => row.conversation === conversation).map(({ body }) => body))
  const written = world.ledger.messages.filter(
    (asked) =>
      asked.device === personDevice.device.name &&
      asked.conversation === conversation &&
      waiting.has(asked.text.trim()),
  )
  return Math.max(-1, ...written.map(({ askedAt }) => askedAt))
}

/** The newest message there is, deleted ones included. */
const newestIn = (truth: Truth, conversation: unknown): number =>
  Math.max(
    0,
    ...truth.messages
      .filter(({ conversationId: wireId }) => nameOf(truth, wireId) === conversation)
      .map(({ id }) => id),
  )

/** No text that was surely cleared away, or deleted for this device, is left on the disk. */
export function checkCleared(
  world: World,
  truth: Truth,
  personDevice: PersonDevice,
  stored: string,
): Differences {
  const clears = world.ledger.localActs.filter(
    (act) => act.device === personDevice.device.name && act.answer === 'accepted' && !act.isOut,
  )
  const isGone = ({ id, conversationId: wireId }: Message) =>
    clears.some(
      (act) =>
        act.conversation === nameOf(truth, wireId) &&
        ((isClearing(act) && id <= act.seen) || (isOfOneMessage(act) && id === act.seen)),
    )
  // What was sent on may be left elsewhere.
  const left = new Set(truth.messages.filter((message) => !isGone(message)).map(({ body }) => body))
  return (
    truth.messages
      .filter(isGone)
      // Notices say the same again and again.
      .filter((message) => !isNotice(message) && !left.has(message.body))
      .filter(({ body }) => body !== null && stored.includes(JSON.stringify(body).slice(1, -1)))
      .map(({ body }) => `${personDevice.device.name} still stores the cleared "${body?.slice(0, 30)}"`)
  )
}
