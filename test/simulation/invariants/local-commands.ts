import { isNotice } from '#domain/message/message-notices.ts'
import type { PersonDevice } from '../person-device.ts'
import type { RequestedLocalCommand, RequestedReadMarker } from '../scenario/requested-commands.ts'
import type { Person, World } from '../world.ts'
import { type Row, type Shown, timelineOf } from './client-invariants.ts'
import { type UnreadMessage, unreadOf } from './expected-view.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { expectedMark } from './mark-unread.ts'
import { mayOmitMention } from './message-rows.ts'
import { nameOf, type Truth } from './truth.ts'
import { between, type UnreadBounds, unreadBounds } from './unread-bounds.ts'

type Message = Truth['messages'][number]

const clearings: readonly RequestedLocalCommand['kind'][] = ['clear', 'clear-all', 'delete']
const isClearing = ({ kind }: RequestedLocalCommand): boolean => clearings.includes(kind)
const isHiding = ({ kind }: RequestedLocalCommand): boolean => kind === 'hide' || kind === 'delete'
const isOfOneMessage = ({ kind }: RequestedLocalCommand): boolean => kind === 'delete-for-me'
const idOf = (row: Row | undefined): number => Number(row?.id ?? 0)

/** The local commands on this device that were not rejected. */
const commandsOf = (
  world: World,
  personDevice: PersonDevice,
  conversation: unknown,
): readonly RequestedLocalCommand[] =>
  world.ledger.localCommands
    .filter(
      (command) =>
        command.device === personDevice.device.name &&
        (command.conversation ?? conversation) === conversation &&
        command.answer !== 'rejected',
    )
    .map((command) => (command.isOut ? { ...command, answer: 'unknown' } : command))

/** One device of one person. */
export interface Looking {
  readonly world: World
  readonly truth: Truth
  readonly person: Person
  readonly personDevice: PersonDevice
}

/** Whether the conversation was, or may have been, emptied on this device. */
export const mayBeCleared = ({ world, personDevice }: Looking, conversation: unknown): boolean =>
  commandsOf(world, personDevice, conversation).some(isClearing)

/**
 * Applies this device's hides and clears to the server's truth (DEC-111). Where the outcome is unknown, it follows the
 * client within the requested maximum and the certain minimum.
 */
export function withoutLocalCommands(
  { world, truth, person, personDevice }: Looking,
  found: Shown,
  expected: Shown,
): Shown {
  const conversations = expected.conversations.map(
    (row): { readonly row: Row; readonly timeline: readonly Row[] } => {
      const commands = commandsOf(world, personDevice, row.id)
      const shown = found.conversations.find(({ id }) => id === row.id)
      const all = timelineOf(expected, row.id)
      const left = afterClearing(commands.filter(isClearing), all, timelineOf(found, row.id))
      const shownRows = timelineOf(found, row.id)
      const deletions = commands.filter(isOfOneMessage)
      const timeline = withOwnMentions(
        { world, truth },
        row.id,
        afterDeleting(deletions, left, shownRows),
        shownRows,
      )
      const bounds = unreadBounds(commands, unreadOf(truth, person.userId, row.id))
      const isMarked = expectedMark({
        device: personDevice.device.name,
        commands,
        reads: readsOf(world, person, row.id),
        sends: sendsOf(world, personDevice, row.id).filter(({ answer }) => answer !== 'rejected'),
        leastUnread: bounds.sure.length,
        mostUnread: bounds.possible.length,
      })
      const isHidden = isHiddenForSure(commands, all, {
        newestId: newestIn(truth, row.id),
        lastWritten: lastWritten(world, personDevice, row.id, found),
      })
      if (bounds.sure.length < bounds.possible.length) world.tolerated.use('unread count between bounds')
      if (isMarked === undefined) world.tolerated.use('mark as unread uncertain')
      if (isHidden === undefined) world.tolerated.use('hidden uncertain')
      return {
        row: {
          ...row,
          ...(shown && commands.length > 0 ? counted(bounds, shown) : {}),
          isMarked: isMarked ?? shown?.isMarked === true,
          isHidden: isHidden ?? shown?.isHidden === true,
          last: lastIn(world, timeline, found, row.id),
        },
        timeline,
      }
    },
  )
  return {
    ...expected,
    unsent: found.unsent,
    drafts: found.drafts,
    conversations: conversations.map(({ row }) => row),
    timelines: Object.fromEntries(conversations.map(({ row, timeline }) => [row.id, timeline])),
  }
}

/** The client's unread count, within its allowed bounds. */
const counted = ({ sure, possible }: UnreadBounds, shown: Row): Row => {
  const isMention = ({ isMention }: UnreadMessage) => isMention
  return {
    unread: between(sure.length, Number(shown.unread), possible.length),
    isMentioned: sure.some(isMention) || (possible.some(isMention) && shown.isMentioned === true),
  }
}

const readsOf = ({ ledger }: World, person: Person, conversation: unknown): readonly RequestedReadMarker[] =>
  ledger.readMarks.filter((read) => read.person === person && read.conversation === conversation)

/** The messages that the device's user sent there, rejected ones included. */
const sendsOf = ({ ledger }: World, { device }: PersonDevice, conversation: unknown) =>
  ledger.messages.filter((sent) => sent.device === device.name && sent.conversation === conversation)

/** The newest message. An unsent one may be the newest, unless the server has accepted another one since. */
function lastIn(world: World, timeline: readonly Row[], found: Shown, id: unknown): Row | undefined {
  const newest = found.unsent.findLast(({ conversation }) => conversation === id)
  // The fields of a row are unknown to its type. This one is a row.
  const shown = found.conversations.find((row) => row.id === id)?.last as Row | undefined
  const last = timeline.at(-1)
  const mayBeUnsent = newest && !(last && isWrittenBefore(world, newest.body, Number(last.sentAt)))
  if (mayBeUnsent && shown && shown.id === undefined && shown.body === newest.lastBody) return shown
  return last && { id: last.id, sender: last.sender, type: last.type, body: last.body }
}

/** Whether a message was certainly stored before `time`, server ms, and not sent again later. */
function isWrittenBefore({ ledger }: World, text: string, time: number): boolean {
  const requested = ledger.named(text)
  return requested?.places.length === 1 && !requested.isWithoutStorage && requested.doneAt < time
}

/**
 * The messages left by clearing. It removed a prefix: at least the messages shown when it was certainly executed, none
 * that arrived later.
 */
function afterClearing(
  clears: readonly RequestedLocalCommand[],
  all: readonly Row[],
  shown: readonly Row[],
): readonly Row[] {
  const sure = Math.max(0, ...clears.filter(({ answer }) => answer === 'accepted').map(({ seen }) => seen))
  const latest = Math.max(Number.NEGATIVE_INFINITY, ...clears.map(({ doneAt }) => doneAt))
  const first = shown.length === 0 ? Number.POSITIVE_INFINITY : idOf(shown[0])
  const left = all.filter((row) => {
    const mayBeTrimmed = idOf(row) < first && Number(row.sentAt) <= latest
    return idOf(row) > sure && !mayBeTrimmed
  })
  return clears.length === 0 ? left : withoutClearedQuotes(left, shown)
}

/** Removes messages deleted for this device. Follows the client for messages that may have been restored. */
function afterDeleting(
  deletions: readonly RequestedLocalCommand[],
  rows: readonly Row[],
  shown: readonly Row[],
): readonly Row[] {
  const isShown = new Set(shown.map(idOf))
  const isGone = (row: Row) =>
    deletions.some(({ seen, answer }) => seen === idOf(row) && (answer === 'accepted' || !isShown.has(seen)))
  const left = rows.filter((row) => !isGone(row))
  return deletions.length === 0 ? left : withoutClearedQuotes(left, shown)
}

/** A writer's device keeps its mentions of former members, which the server omits [MSG-38]. */
function withOwnMentions(
  { world: { ledger, tolerated, sent }, truth }: Pick<Looking, 'world' | 'truth'>,
  conversation: unknown,
  rows: readonly Row[],
  shown: readonly Row[],
) {
  const conversationId = truth.conversations.find(({ id }) => nameOf(truth, id) === conversation)?.id ?? 0
  return rows.map((row): Row => {
    if (typeof row.clientId !== 'string') return row
    const { mentions = [] } = ledger.named(sent.textOf(row.clientId) ?? '') ?? {}
    const found = shown.find(({ id }) => id === row.id)?.mentions
    const stored = Array.isArray(row.mentions) ? row.mentions : []
    const omitted = mentions.filter((one) => !stored.includes(one))
    const sentAt = Number(row.sentAt)
    if (
      omitted.length === 0 ||
      String(found) !== String(mentions) ||
      !omitted.every((one) => mayOmitMention(truth, { conversationId, sentAt }, one))
    )
      return row
    tolerated.use('own mention of a former member')
    return { ...row, mentions }
  })
}

/** Removes cleared messages from quotes as well. */
function withoutClearedQuotes(rows: readonly Row[], shown: readonly Row[]): readonly Row[] {
  const gone = new Set(shown.filter(({ quoted }) => quoted === '').map(({ id }) => id))
  return rows.map((row) => (gone.has(row.id) ? { ...row, quoted: '' } : row))
}

/** True or false when certain, undefined when either is possible. */
function isHiddenForSure(
  commands: readonly RequestedLocalCommand[],
  all: readonly Row[],
  { newestId, lastWritten }: { readonly newestId: number; readonly lastWritten: number },
): boolean | undefined {
  const hides = commands.filter(isHiding)
  const isShownAgain = commands.some(({ kind }) => kind === 'show')
  const isSure = ({ answer, seen, requestedAt }: RequestedLocalCommand) =>
    answer === 'accepted' && seen >= newestId && requestedAt > lastWritten
  if (!isShownAgain && hides.some(isSure)) return true
  const newest = all.at(-1)
  if (!hides.some(({ doneAt }) => newest === undefined || Number(newest.sentAt) <= doneAt)) return false
  return undefined
}

/**
 * The time of the last unsent message in a conversation, because it shows a hidden one again [SESS-38]. A value below
 * all times if there is none.
 */
function lastWritten(
  world: World,
  personDevice: PersonDevice,
  conversation: unknown,
  { unsent }: Shown,
): number {
  const waiting = new Set(unsent.filter((row) => row.conversation === conversation).map(({ body }) => body))
  const written = sendsOf(world, personDevice, conversation).filter(({ text }) => waiting.has(text.trim()))
  return Math.max(-1, ...written.map(({ places }) => Math.max(...places)))
}

/** The newest message, deleted ones included. */
const newestIn = (truth: Truth, conversation: unknown): number =>
  Math.max(
    0,
    ...truth.messages
      .filter(({ conversationId: wireId }) => nameOf(truth, wireId) === conversation)
      .map(({ id }) => id),
  )

/** Checks that no text that was certainly cleared, or deleted for this device, is left on the disk. */
export function checkCleared(
  world: World,
  truth: Truth,
  personDevice: PersonDevice,
  stored: string,
): Violations {
  const clears = world.ledger.localCommands.filter(
    (command) =>
      command.device === personDevice.device.name && command.answer === 'accepted' && !command.isOut,
  )
  const isGone = ({ id, conversationId: wireId }: Message) =>
    clears.some(
      (command) =>
        command.conversation === nameOf(truth, wireId) &&
        ((isClearing(command) && id <= command.seen) || (isOfOneMessage(command) && id === command.seen)),
    )
  // A forwarded text may exist elsewhere.
  const left = new Set(truth.messages.filter((message) => !isGone(message)).map(({ body }) => body))
  return violationsOf(
    'clearing',
    truth.messages
      .filter(isGone)
      // The texts of notices repeat.
      .filter((message) => !isNotice(message) && !left.has(message.body))
      .filter(({ body }) => body !== null && stored.includes(JSON.stringify(body).slice(1, -1)))
      .map(({ body }) => `${personDevice.device.name} still stores the cleared "${body?.slice(0, 30)}"`),
  )
}
