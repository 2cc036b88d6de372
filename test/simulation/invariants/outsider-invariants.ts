import * as z from 'zod/mini'
import { isNotice } from '#domain/message/message-notices.ts'
import { getGroupInfo } from '#schemas/wire/calls/groups.ts'
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
  const quotedIds = new Set(readable.map(({ quotedMessageId }) => quotedMessageId))
  const quoted = truth.messages.filter(({ id }) => quotedIds.has(id))
  // A forwarded text is also readable in its target, and where a copy of it is quoted.
  const open = new Set([...readable, ...quoted].map(({ body }) => body))
  return truth.messages.flatMap((message) => {
    const { body, conversationId } = message
    const kind = truth.conversations.find((one) => one.id === conversationId)?.kind
    if (kind !== 'group' || body === null || isNotice(message)) return []
    return open.has(body) ? [] : [body]
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

/** Checks that the backend returns no page, member, announcement or join request of a group to people outside it. */
export async function checkGate(world: World, truth: Truth): Promise<Violations> {
  const differences: string[] = []
  for (const { conversationId } of truth.groups) {
    const members = truth.members.filter((one) => one.conversationId === conversationId)
    const outsider = [...world.people, world.outsidePerson].find(
      ({ userId }) => userId !== undefined && members.every(({ accountId }) => accountId !== userId),
    )
    for (const what of outsider ? await openTo(world, outsider, conversationId) : [])
      differences.push(`${outsider?.name} gets ${what} of ${nameOf(truth, conversationId)} and is not in it`)
  }
  return violationsOf('membership', differences)
}

/** The parts of a group that the backend gives this person. */
async function openTo(world: World, person: Person, groupId: number): Promise<readonly string[]> {
  const answered = async (path: string, fields: object) => {
    try {
      return await callAs(world, person, path, fields)
    } catch (cause) {
      if (cause instanceof RejectedElsewhere) return undefined
      throw cause
    }
  }
  const page = await answered('/GetGroupChatData', { GroupID: groupId, Status: 2, UnReadMaxID: 0 })
  const requests = await answered('/GetGroupJoinApplications', { GroupId: groupId })
  const facts = await answered('/GetGroupInfoByGroupID', { GroupId: groupId })
  const known = z.parse(getGroupInfo.data, facts ?? null)
  return [
    ...(page ? ['messages'] : []),
    ...(requests ? ['join requests'] : []),
    ...(known?.Members.length ? ['members'] : []),
    ...(known?.GroupData.Info ? ['the announcement'] : []),
  ]
}
