import { and, desc, eq, gte, inArray, isNotNull, or } from 'drizzle-orm'
import { userId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { command } from '#schemas/wire/frames/commands.ts'
import { conversation, conversationMember, message } from '#server/store/schema/index.ts'
import { type Person, telCode, type World } from '../world.ts'

/**
 * Devices outside the simulation: they call the contract over a perfect network and store nothing. They run commands
 * that the clients lack, and are the only devices of the people without a simulated one.
 */
const address = 'elsewhere'

/** The backend rejected a call of an outside device. */
export class RejectedElsewhere extends Error {
  override readonly name = 'RejectedElsewhere'
  readonly code: unknown
  constructor(path: string, code: unknown, text: unknown) {
    super(`${path} was refused with ${code} ${text}`)
    this.code = code
  }
}

interface Credentials {
  readonly UID: number
  readonly Token: string
  readonly DeviceType: 'web'
}

/** The reused sign-in of outside devices, because a sign-in for every command would be half of the backend's work. */
const signIns = new WeakMap<Person, Credentials>()

/** Makes one call and returns its data. Throws unless it succeeds. */
export async function call(
  world: World,
  path: string,
  fields: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  if (path === '/KickOutGroup') world.sent.extensions.noteRemoval(JSON.stringify(fields))
  const { Code, Msg, Data } = await world.backend.call(path, fields, address)
  if (Code !== resultCode.ok) throw new RejectedElsewhere(path, Code, Msg)
  // The contract's own suite proves the shapes of the responses.
  return (Data ?? {}) as Readonly<Record<string, unknown>>
}

const credentialsIn = ({ UID, Token, AccessToken }: Readonly<Record<string, unknown>>): Credentials => ({
  UID: Number(UID),
  Token: String(AccessToken ?? Token),
  DeviceType: 'web',
})

async function signIn(world: World, person: Person): Promise<Credentials> {
  const phone = { Phone: person.phone, TelCode: telCode }
  const own = credentialsIn(await call(world, '/PhoneLogin', { ...phone, Password: person.password }))
  signIns.set(person, own)
  return own
}

/** Runs a call as a signed-in person. Retries once with a new sign-in if the backend rejects the old one. */
async function as<Result>(world: World, person: Person, act: (own: Credentials) => Promise<Result>) {
  const known = signIns.get(person)
  if (!known) return act(await signIn(world, person))
  try {
    return await act(known)
  } catch (cause) {
    if (!(cause instanceof RejectedElsewhere) || cause.code !== resultCode.notAuthenticated) throw cause
    return act(await signIn(world, person))
  }
}

/** Makes one call of a person. `proof` is a call with the same fields that must precede it. */
export function callAs(world: World, person: Person, path: string, fields: object, proof?: string) {
  return as(world, person, async (own) => {
    if (proof) await call(world, proof, { ...own, ...fields })
    return call(world, path, { ...own, ...fields })
  })
}

/** Signs a person up with a password. */
export async function signUpElsewhere(world: World, person: Person): Promise<void> {
  const phone = { Phone: person.phone, TelCode: telCode }
  await call(world, '/GETVABCP', { ...phone, Token: 'anything', Type: '1' })
  const credentials = credentialsIn(
    await call(world, '/PhoneRegister', { ...phone, Code: world.codeOf(person.phone) }),
  )
  person.userId = userId(credentials.UID)
  await call(world, '/UpdatePassword', { ...credentials, Password: person.password })
  await call(world, '/UpdateNickName', { ...credentials, NickName: person.name })
  signIns.set(person, credentials)
}

/** Sends a friend request. */
export async function applyElsewhere(world: World, from: Person, to: Person): Promise<void> {
  await callAs(world, from, '/ApplyFriend', { UserID: to.userId, Remark: 'hello', Source: 'search' })
}

/** Creates and records the identity of a message that an outside device sends. */
export function elsewhereId({ sent }: World, serial: number, text: string): string {
  const clientId = `elsewhere${String(serial).padStart(11, '0')}`
  sent.note(clientId, text)
  return clientId
}

/** Sends a text to a friend. `serial` makes it unique. */
export async function sendElsewhere(
  world: World,
  from: Person,
  to: Person,
  text: string,
  serial: number,
): Promise<void> {
  const isBetween = and(
    eq(conversationMember.accountId, from.userId ?? 0),
    eq(conversationMember.peerId, to.userId ?? 0),
  )
  const [membership] = await world.database.truth.select().from(conversationMember).where(isBetween)
  const clientMessageId = elsewhereId(world, serial, text)
  await callAs(world, from, '/SendChat', {
    ChatSessionID: membership?.conversationId,
    Message: text,
    MsgType: 'txt',
    TimeStamp: world.time.now(),
    ClientMsgId: clientMessageId,
  })
}

/** Reads every message of every conversation. */
export async function readAllElsewhere(world: World, reader: Person): Promise<void> {
  const memberships = await world.database.truth
    .select()
    .from(conversationMember)
    .where(eq(conversationMember.accountId, reader.userId ?? 0))
  for (const { conversationId, peerId } of memberships) {
    if (peerId === null) await callAs(world, reader, '/ReadAllGroupChat', { GroupID: conversationId })
    else await callAs(world, reader, '/ReadAllChat', { ChatSessionID: conversationId, ChatID: 0 })
  }
}

/**
 * Deletes one of the newest messages for everyone: an own one, or any of a group that the person manages.
 * @param skip how many newer ones to leave alone
 * @returns it as it was, or undefined when there is no such message or the backend refused or failed
 */
export async function deleteElsewhere(
  world: World,
  person: Person,
  skip: number,
): Promise<typeof message.$inferSelect | undefined> {
  const { truth } = world.database
  const manages = truth
    .select({ id: conversationMember.conversationId })
    .from(conversationMember)
    .where(and(eq(conversationMember.accountId, person.userId ?? 0), gte(conversationMember.role, 9)))
  const isAllowed = or(eq(message.senderId, person.userId ?? 0), inArray(message.conversationId, manages))
  const [found] = await truth
    .select({ row: message, kind: conversation.kind })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(and(isAllowed, isNotNull(message.body), inArray(message.type, ['txt', 'pic'])))
    .orderBy(desc(message.id))
    .offset(skip)
    .limit(1)
  if (!found) return undefined
  const { row, kind } = found
  await overSocket(world, person, {
    UserID: kind === 'group' ? person.userId : row.senderId,
    ...(kind === 'group'
      ? { Cmd: command.deleteGroupChat, GroupChatID: row.id, GroupID: row.conversationId }
      : { Cmd: command.deleteChat, ChatID: row.id, ChatSessionID: row.conversationId }),
  })
  const [after] = await truth.select().from(message).where(eq(message.id, row.id))
  return after?.body === null ? row : undefined
}

/** Sends one frame over a connection of its own. */
async function overSocket(world: World, person: Person, frame: object): Promise<void> {
  const credentials = await signIn(world, person)
  const connection = world.backend.connect({ send() {}, close() {} }, address)
  const login = { Cmd: command.login, ...credentials, Lang: 'en-US', Gateway: 'chat.example', IsWeb: true }
  connection.receive(JSON.stringify({ ...login, WSID: 'elsewhere123' }))
  connection.receive(JSON.stringify(frame))
  await world.time.settle()
  connection.closed()
}
