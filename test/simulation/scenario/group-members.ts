import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { conversationId } from '#schemas/ids.ts'
import { conversation, conversationMember, groupApplication, message } from '#server/store/schema/index.ts'
import type { Backend } from '../backend.ts'
import type { Person, World } from '../world.ts'

/** A member of a group with a role. */
export interface GroupMember {
  readonly accountId: number
  readonly role: number
  readonly isBanned: boolean
}
export interface GroupPlace {
  readonly groupId: number
  readonly members: readonly GroupMember[]
}

/** All groups in the backend at this moment. */
export async function groupsNow(world: World): Promise<readonly GroupPlace[]> {
  const rows = await world.database.truth
    .select({
      groupId: conversationMember.conversationId,
      accountId: conversationMember.accountId,
      role: conversationMember.role,
      isBanned: conversationMember.isBanned,
    })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .where(eq(conversation.kind, 'group'))
    .orderBy(conversationMember.conversationId, conversationMember.accountId)
  const ids = [...new Set(rows.map(({ groupId }) => groupId))]
  return ids.map((groupId) => ({ groupId, members: rows.filter((row) => row.groupId === groupId) }))
}

/** Open applications to join these groups. */
export const applicantsOf = (world: World, groupIds: readonly number[]) =>
  world.database.truth
    .select({ id: groupApplication.id, groupId: groupApplication.groupId })
    .from(groupApplication)
    .where(and(eq(groupApplication.status, 0), inArray(groupApplication.groupId, [...groupIds])))
    .orderBy(groupApplication.id)

/** The person's own membership, or undefined. */
export const ownPlace = ({ members }: GroupPlace, { userId }: Person): GroupMember | undefined =>
  members.find(({ accountId }) => accountId === userId)

/** Changes groups, and records whose texts were lost with it and who has left one. */
export async function changingGroups<Value>(world: World, change: () => Promise<Value>): Promise<Value> {
  const before = await look(world)
  try {
    return await change()
  } finally {
    const after = await look(world)
    for (const { id, ...row } of before.messages)
      if (!after.ids.has(id)) world.ledger.deleted(world.sent, row)
    for (const { groupId, accountId } of before.members)
      if (!after.places.has(placeOf(groupId, accountId)))
        world.ledger.departed(personOf(world, accountId), conversationId('group', groupId), world.time.now())
  }
}

/** The calls that remove members or messages of a group. */
const removals: readonly string[] = ['/Api/KickOutGroup', '/Api/DeleteGroup']

/** Records the effects of such calls by clients when the server carries them out. */
export const watchRemovals = (backend: Backend, world: () => World): Backend => ({
  ...backend,
  fetch: (request, address) =>
    removals.includes(new URL(request.url).pathname)
      ? changingGroups(world(), () => backend.fetch(request, address))
      : backend.fetch(request, address),
})

const placeOf = (groupId: number, accountId: number) => `${groupId}/${accountId}`

function personOf(world: World, accountId: number): Person {
  const person = [...world.people, world.outsidePerson].find(({ userId }) => userId === accountId)
  if (!person) throw new Error(`nobody is ${accountId}`)
  return person
}

async function look(world: World) {
  const messages = await world.database.truth
    .select({ id: message.id, clientMessageId: message.clientMessageId })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(and(eq(conversation.kind, 'group'), isNotNull(message.body)))
  const groups = await groupsNow(world)
  const members = groups.flatMap(({ groupId, members }) => members.map((member) => ({ groupId, ...member })))
  return {
    messages,
    ids: new Set(messages.map(({ id }) => id)),
    members,
    places: new Set(members.map(({ groupId, accountId }) => placeOf(groupId, accountId))),
  }
}
