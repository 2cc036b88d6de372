import { isNotice } from '#domain/message-list/rows.ts'
import type { PersonDevice } from '../person-device.ts'
import { callAs, RejectedElsewhere } from '../scenario/other-device.ts'
import type { Person, World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { nameOf, type Truth } from './truth.ts'

type Message = Truth['messages'][number]

/**
 * Texts that a person may not read: those of groups they are not in, and those from before they joined. A later message
 * may quote one: the quote is part of that message for all members (DEC-128) and is deleted with it.
 */
function forbiddenTexts(truth: Truth, { userId }: Person): readonly string[] {
  const mayRead = ({ id, conversationId }: Message) => {
    const own = truth.members.find((one) => one.conversationId === conversationId && one.accountId === userId)
    return own !== undefined && id > own.historyAfterId
  }
  const readable = truth.messages.filter(mayRead)
  const quoted = new Set(readable.map(({ quotedMessageId }) => quotedMessageId))
  // A forwarded text is also readable in its target.
  const open = new Set(readable.map(({ body }) => body))
  return truth.messages.flatMap((message) => {
    const { body, conversationId, id } = message
    const kind = truth.conversations.find((one) => one.id === conversationId)?.kind
    if (kind !== 'group' || body === null || isNotice(message)) return []
    return open.has(body) || quoted.has(id) ? [] : [body]
  })
}

/** Checks that no device stores a text of a group that its person is not in or had not joined yet. */
export const checkOutside = (
  truth: Truth,
  person: Person,
  personDevice: PersonDevice,
  stored: string,
): Violations =>
  violationsOf(
    'membership',
    forbiddenTexts(truth, person)
      .filter((text) => stored.includes(JSON.stringify(text).slice(1, -1)))
      .map(
        (text) =>
          `${personDevice.device.name} stores "${text.slice(0, 30)}" of a group ${person.name} is not in`,
      ),
  )

/** Checks that the backend returns no page of a group to a person who is not in it or had not joined yet. */
export async function checkGate(world: World, truth: Truth): Promise<Violations> {
  const differences: string[] = []
  for (const { conversationId } of truth.groups) {
    const members = truth.members.filter((one) => one.conversationId === conversationId)
    const outsider = [...world.people, world.outsidePerson].find(
      ({ userId }) => userId !== undefined && members.every(({ accountId }) => accountId !== userId),
    )
    if (outsider && (await mayRead(world, outsider, conversationId)))
      differences.push(`${outsider.name} may read ${nameOf(truth, conversationId)} and is not in it`)
  }
  return violationsOf('membership', differences)
}

async function mayRead(world: World, person: Person, groupId: number): Promise<boolean> {
  try {
    await callAs(world, person, '/GetGroupChatData', { GroupID: groupId, Status: 2, UnReadMaxID: 0 })
    return true
  } catch (cause) {
    if (cause instanceof RejectedElsewhere) return false
    throw cause
  }
}
