import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { AccountClient } from '#machines/client/client.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { message } from '#server/store/schema/index.ts'
import type { Tab } from '../seat.ts'
import type { Person, World } from '../world.ts'
import { saidAs } from './attachments.ts'
import type { AskedLocally, AskedReadMark } from './ledger.ts'

/** Where it happens. */
interface Place {
  readonly world: World
  readonly person: Person
  readonly tab: Tab
  readonly account: AccountClient
  readonly conversation: ConversationSummary
}

const commands = {
  clear: 'ClearConversation',
  hide: 'HideConversation',
  show: 'ShowConversation',
  delete: 'DeleteConversation',
  'mark-unread': 'MarkConversationUnread',
} as const
type WholeAct = keyof typeof commands

/** Hides, clears, deletes or marks a conversation, and notes what may be missing on this device from now on. */
export const actLocally =
  (kind: WholeAct) =>
  async (place: Place): Promise<string> => {
    const { world, tab, account, conversation } = place
    const { id } = conversation
    const seen = conversation.lastMessage?.serverId ?? 0
    const asked: AskedLocally = {
      ...{ device: tab.seat.device.name, conversation: id, kind, seen },
      askedAt: world.ledger.place(),
      doneAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
      isOut: !tab.seat.hasSignedIn,
    }
    world.ledger.localActs.push(asked)
    const outcome = account.dispatch({ type: commands[kind], conversationId: id })
    world.ledger.follow(asked, commands[kind], outcome)
    const done = () => {
      asked.doneAt = world.time.now()
    }
    outcome.then(done, done)
    if (kind === 'clear' || kind === 'delete') await noteGivenUp(place)
    return `asks to ${kind} ${id}`
  }

const isDeletingForMe = (act: AskedLocally): boolean => act.kind === 'delete-for-me'

/** Messages of a conversation that were deleted for one device alone. */
const deletedOn = ({ world, tab, conversation }: Place): readonly AskedLocally[] =>
  world.ledger.localActs.filter(
    (act) =>
      isDeletingForMe(act) && act.device === tab.seat.device.name && act.conversation === conversation.id,
  )

/** Deletes messages for this device; each is asked for once. */
export function deleteForMe(place: Place, candidates: readonly ServerId[]): string | undefined {
  const { world, tab, account, conversation } = place
  const asked = new Set(deletedOn(place).map(({ seen }) => seen))
  const messages = candidates.filter((id) => !asked.has(id))
  if (messages.length === 0) return undefined
  const outcome = account.dispatch({ type: 'DeleteForMe', conversationId: conversation.id, messages })
  for (const seen of messages) {
    const act: AskedLocally = {
      ...{ device: tab.seat.device.name, conversation: conversation.id, kind: 'delete-for-me', seen },
      askedAt: world.ledger.place(),
      doneAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
      isOut: !tab.seat.hasSignedIn,
    }
    world.ledger.localActs.push(act)
    world.ledger.follow(act, 'DeleteForMe', outcome)
  }
  return `deletes ${messages.join(', ')} for this device`
}

/** Brings back what was deleted last, if that is not too late; from then on it may be there or not. */
export function bringBack(place: Place): string | undefined {
  const act = deletedOn(place).findLast(({ answer }) => answer === 'accepted')
  if (!act) return undefined
  act.answer = 'unknown'
  const { account, conversation } = place
  const messages = [serverId(act.seen)]
  void account.dispatch({ type: 'BringBack', conversationId: conversation.id, messages })
  return `brings ${act.seen} back`
}

/** All that is known is read, and on the server all there is. */
export function noteReading(
  place: Pick<Place, 'world' | 'person' | 'conversation' | 'tab'>,
  seen: number,
  outcome: ReturnType<AccountClient['dispatch']>,
): void {
  const { world, person, conversation, tab } = place
  const sure: AskedReadMark = {
    ...{ person, conversation: conversation.id },
    upTo: serverId(seen),
    isSure: tab.seat.hasSignedIn,
    answer: 'unknown',
  }
  world.ledger.readMarks.push(sure)
  notePossibleReading(place, conversation.id)
  world.ledger.follow(sure, 'reading', outcome)
}

/** The server may hear that everything there is was read. */
export function notePossibleReading(
  { world, person }: Pick<Place, 'world' | 'person'>,
  conversation: ConversationId,
): void {
  const upTo = serverId(Number.MAX_SAFE_INTEGER)
  world.ledger.readMarks.push({ person, conversation, upTo, answer: 'unknown' })
}

/** What has not arrived may have been waiting for Retry, and is given up then. */
async function noteGivenUp({ world, person, conversation }: Place): Promise<void> {
  const rows = await world.database.truth.select({ body: message.body }).from(message)
  const arrived = new Set(rows.map(({ body }) => saidAs(body ?? '')))
  for (const asked of world.ledger.messages)
    if (asked.person === person && asked.conversation === conversation.id && !arrived.has(asked.text.trim()))
      asked.isDiscarded = true
}
