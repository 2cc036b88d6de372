import { expect } from 'vitest'
import type { ContractHost, ContractResponse, ContractSocket } from './contract-host.ts'

/** The part of a host that most of these functions need. */
export type Calls = Pick<ContractHost, 'call'>

export interface Person {
  readonly phone: string
  readonly userId: number
  readonly chatId: string
  readonly token: string
  readonly refreshToken: string
}
export const telCode = '49'

let lastPhone = 15_000_000_000
/** A phone that no other test uses. */
export const newPhone = (): string => String(++lastPhone)

let lastClientId = 0
/** A client message id that no other message has: 20 letters or digits. */
export const newClientId = (): string => `m${String(++lastClientId).padStart(19, '0')}`

/** Returns the data of a response in the shape that a test expects. */
export const dataOrThrow = <Data>(answer: ContractResponse): Data => {
  expect(answer).toMatchObject({ Code: 0 })
  // The following expectations check the shape.
  return answer.Data as Data
}

export async function requestCode(host: Calls, phone: string, type: '1' | '2'): Promise<string> {
  const sent = await host.call('/GETVABCP', { Phone: phone, TelCode: telCode, Token: 'x', Type: type })
  expect(sent).toMatchObject({ Code: 0, Data: { IsSticky: 1 } })
  return sent.Msg.replace(/\D/g, '')
}

interface Credentials {
  readonly UID: number
  readonly Token: string
  readonly RefreshToken: string
  readonly VChatID: string
}
export const toPerson = (phone: string, answer: ContractResponse): Person => {
  const { UID, Token, RefreshToken, VChatID } = dataOrThrow<Credentials>(answer)
  return { phone, userId: UID, chatId: VChatID, token: Token, refreshToken: RefreshToken }
}

/** Signs a person up. */
export async function signUp(host: Calls): Promise<Person> {
  const phone = newPhone()
  const Code = await requestCode(host, phone, '1')
  return toPerson(phone, await host.call('/PhoneRegister', { Phone: phone, TelCode: telCode, Code }))
}

/** The same person with new tokens. */
export async function refreshed(host: Calls, person: Person): Promise<Person> {
  const fields = { UserID: person.userId, RefreshToken: person.refreshToken }
  const answer = await host.call('/UpdateToken', fields)
  const tokens = dataOrThrow<{ AccessToken: string; RefreshToken: string }>(answer)
  return { ...person, token: tokens.AccessToken, refreshToken: tokens.RefreshToken }
}

/** Makes a call as a person. */
export const callAs = (host: Calls, person: Person, path: string, fields: object = {}) =>
  host.call(path, { UID: person.userId, Token: person.token, DeviceType: 'web', ...fields })

/** Makes two people friends. */
export async function befriend(host: Calls, one: Person, other: Person): Promise<void> {
  const request = { UserID: other.userId, Remark: 'Hello', Source: 'Search' }
  dataOrThrow(await callAs(host, one, '/ApplyFriend', request))
  const [application] = dataOrThrow<{ ID: number }[]>(await callAs(host, other, '/GetFriendApplications'))
  dataOrThrow(await callAs(host, other, '/AcceptFriendApply', { ID: application?.ID }))
}

/** Makes two people friends and returns the id of their conversation. */
export async function befriendInConversation(host: Calls, one: Person, other: Person): Promise<number> {
  await befriend(host, one, other)
  const friends = dataOrThrow<{ FriendID: number; ChatSessionID: number }[]>(
    await callAs(host, one, '/GetFriends'),
  )
  return friends.find((friend) => friend.FriendID === other.userId)?.ChatSessionID ?? 0
}

/** Two friends and their conversation. */
export async function meet(host: Calls) {
  const [ann, ben] = [await signUp(host), await signUp(host)]
  return { ann, ben, conversation: await befriendInConversation(host, ann, ben) }
}

export const sendText = (
  host: Calls,
  person: Person,
  ChatSessionID: number,
  Message: string,
  ClientMsgId = newClientId(),
) => callAs(host, person, '/SendChat', { ChatSessionID, Message, MsgType: 'txt', TimeStamp: 1, ClientMsgId })

/** Opens a socket and signs in on it. */
export async function connect(host: ContractHost, person: Person, Lang = 'en-US'): Promise<ContractSocket> {
  const socket = host.openSocket()
  await socket.next('Connected')
  socket.send(loginFrame(person, { Lang }))
  expect(await socket.next('Login')).toMatchObject({ Code: 0, UID: person.userId })
  return socket
}

export const loginFrame = (person: Person, changes: object = {}) => ({
  Cmd: 'Login',
  UID: person.userId,
  Token: person.token,
  Lang: 'en-US',
  Gateway: 'localhost:4310',
  IsWeb: true,
  DeviceType: 'web',
  WSID: 'abcdefghijkl',
  ...changes,
})

/** Resolves once all frames sent on the socket so far are handled, because frames keep their order. */
export async function settle(socket: ContractSocket, person: Person): Promise<void> {
  socket.send({ Cmd: 'HeartBeat', UID: person.userId })
  await socket.next('HeartBeat')
}
