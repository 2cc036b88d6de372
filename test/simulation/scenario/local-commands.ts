import type { AccountClient } from '#client/client.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { unreadWithoutMark } from '#domain/conversation/unread-count.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { message } from '#server/store/schema/index.ts'
import type { Tab } from '../person-device.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Person, World } from '../world.ts'
import { accountOf } from './befriend.ts'
import {
  mayWait,
  type RequestedLocalCommand,
  type RequestedMessage,
  type RequestedReadMarker,
} from './requested-commands.ts'

/** The place of a local command. */
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

/** Hides, clears, deletes or marks a conversation, and records what may be missing on this device from now on. */
export const runLocally =
  (kind: WholeAct) =>
  async (place: Place): Promise<string> => {
    const { world, tab, account, conversation } = place
    const { id } = conversation
    const seen = conversation.lastMessage?.serverId ?? 0
    const requested: RequestedLocalCommand = {
      ...{ device: tab.personDevice.device.name, conversation: id, kind, seen },
      ...{
        requestedAt: world.ledger.place(),
        at: world.time.now(),
        unreadBefore: unreadWithoutMark(conversation),
      },
      doneAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
      isOut: !tab.personDevice.hasSignedIn || isUnlisted(place),
    }
    world.ledger.localCommands.push(requested)
    const outcome = account.dispatch({ type: commands[kind], conversationId: id })
    world.ledger.follow(requested, commands[kind], outcome)
    if (kind === 'clear' || kind === 'delete') await noteGivenUp(place)
    return `asks to ${kind} ${id}`
  }

/** Whether the server lists the conversation no more, because the other person ended the friendship. */
const isUnlisted = ({ world, person, conversation: { id } }: Place): boolean =>
  world.ledger.hasDeparted(person, id) && world.barriers.stoodAfter(id, world.time.now())

/** Clears everything on this device through the leader tab. An unanswered request may still take effect. */
export function clearEverything(place: Place): string {
  const { world, tab, account } = place
  const requested = account.conversations
    .get()
    .map(({ id, lastMessage }) => clearingOf(place, id, lastMessage?.serverId ?? 0))
  requested.push(clearingOf(place, undefined, 0))
  account.clearAllConversations().then(
    ({ isOk }) => {
      for (const command of isOk ? requested : []) {
        world.ledger.answered(command, 'accepted')
        command.doneAt = world.time.now()
      }
    },
    (cause: unknown) => world.ledger.problems.push(`clearing all was rejected: ${String(cause)}`),
  )
  return `clears all of ${tab.personDevice.device.name}`
}

function clearingOf(
  { world, tab }: Place,
  conversation: ConversationId | undefined,
  seen: number,
): RequestedLocalCommand {
  const command: RequestedLocalCommand = {
    ...{ device: tab.personDevice.device.name, conversation, kind: 'clear-all', seen },
    ...{ requestedAt: world.ledger.place(), at: world.time.now(), unreadBefore: 0 },
    doneAt: Number.POSITIVE_INFINITY,
    answer: 'unknown',
    isOut: !tab.personDevice.hasSignedIn,
  }
  world.ledger.localCommands.push(command)
  return command
}

const isDeletingForMe = (command: RequestedLocalCommand): boolean => command.kind === 'delete-for-me'

/** Messages of a conversation that were deleted for one device only. */
const deletedOn = ({ world, tab, conversation }: Place): readonly RequestedLocalCommand[] =>
  world.ledger.localCommands.filter(
    (command) =>
      isDeletingForMe(command) &&
      command.device === tab.personDevice.device.name &&
      command.conversation === conversation.id,
  )

/** Deletes messages for this device. Each is requested once. */
export function deleteForMe(place: Place, candidates: readonly ServerId[]): string | undefined {
  const { world, tab, account, conversation } = place
  const requested = new Set(deletedOn(place).map(({ seen }) => seen))
  const messages = candidates.filter((id) => !requested.has(id))
  if (messages.length === 0) return undefined
  const outcome = account.dispatch({ type: 'DeleteForMe', conversationId: conversation.id, messages })
  for (const seen of messages) {
    const command: RequestedLocalCommand = {
      ...{ device: tab.personDevice.device.name, conversation: conversation.id, kind: 'delete-for-me', seen },
      ...{
        requestedAt: world.ledger.place(),
        at: world.time.now(),
        unreadBefore: unreadWithoutMark(conversation),
      },
      doneAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
      isOut: !tab.personDevice.hasSignedIn,
    }
    world.ledger.localCommands.push(command)
    world.ledger.follow(command, 'DeleteForMe', outcome)
  }
  return `deletes ${messages.join(', ')} for this device`
}

/** Restores the last deleted messages if it is not too late. From then on they may be present or not. */
export function undoDeletion(place: Place): string | undefined {
  const command = deletedOn(place).findLast(({ answer }) => answer === 'accepted')
  if (!command) return undefined
  command.answer = 'unknown'
  const { account, conversation } = place
  const messages = [serverId(command.seen)]
  void account.dispatch({ type: 'UndoDeleteForMe', conversationId: conversation.id, messages })
  return `brings ${command.seen} back`
}

/** The share of deletions for oneself that are undone in time. */
const regret = 0.4
/** Longer than the time limit for undo, ms. */
const regretTime = 12_000

/** Sometimes undoes the last deletion, or tries to when it is too late. */
export function mayRestore(place: Place & { readonly random: SeededRandom }): void {
  const { world, random, tab, account } = place
  if (!random.chance(regret)) return
  world.time.schedule(random.integer(500, regretTime), () => {
    const isAlive = tab.life.isAlive() && tab.personDevice.device.isAwake() && accountOf(tab) === account
    const done = isAlive ? undoDeletion(place) : undefined
    if (!done) return
    world.occurrences.command('undoDeletion')
    world.trace.line(tab.name, done)
  })
}

/** The server receives a "read all" after up to 10 s plus some delay, ms. */
const tellingTime = 20_000

/**
 * Reads everything that the device knows of a conversation. The server marks all its messages read when it receives the
 * call.
 */
export function recordRead(
  { world, person, tab }: Pick<Place, 'world' | 'person' | 'tab'>,
  { id: conversation, lastMessage }: Pick<ConversationSummary, 'id' | 'lastMessage'>,
  outcome: ReturnType<AccountClient['dispatch']>,
): void {
  const mark: RequestedReadMarker = {
    ...{ person, conversation, upTo: lastMessage?.serverId ?? serverId(0) },
    ...{ device: tab.personDevice.device.name, at: world.time.now() },
    doneAt: Number.POSITIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    isSure: tab.personDevice.hasSignedIn,
    answer: 'unknown',
  }
  world.ledger.readMarks.push(mark)
  world.ledger.follow(mark, 'reading', outcome)
  const answered = () => {
    mark.until = world.time.now() + tellingTime
  }
  outcome.then(answered, answered)
}

/**
 * Records that messages waiting for Retry on this device are discarded. Only messages to a group or with a file wait
 * for it. Other pending messages stay, as does everything on the person's other devices.
 */
async function noteGivenUp({ world, conversation, tab }: Place): Promise<void> {
  const rows = await world.database.truth.select({ id: message.clientMessageId }).from(message)
  const arrived = new Set(rows.map(({ id }) => world.sent.textOf(id)))
  const isHere = (requested: RequestedMessage) =>
    requested.device === tab.personDevice.device.name && requested.conversation === conversation.id
  world.ledger.mayLose(
    'discarded',
    (requested) => isHere(requested) && mayWait(requested) && !arrived.has(requested.text.trim()),
  )
}
