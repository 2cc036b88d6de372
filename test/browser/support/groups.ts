import { expect } from '@playwright/test'
import type { Visitor } from './journey.ts'
import type { RunningServer } from './server.ts'

/** A person without a browser, who does everything by calls. */
export interface Caller {
  readonly userId: number
  call<Data>(path: string, fields: object): Promise<Data>
}

interface Answer {
  readonly Code: number
  readonly Msg: string
  readonly Data: unknown
}

const post = async (server: RunningServer, path: string, fields: object): Promise<Answer> => {
  const response = await fetch(`${server.address}/Api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Lang: 'en-US' },
    body: JSON.stringify(fields),
  })
  // The expectation on the code is the check of what came.
  const answer = (await response.json()) as Answer
  expect(answer, path).toMatchObject({ Code: 0 })
  return answer
}

/** Signs a person up by calls. */
export async function callerNamed(server: RunningServer, name: string, phone: string): Promise<Caller> {
  const number = { Phone: phone, TelCode: '86' }
  const { Msg } = await post(server, '/GETVABCP', { ...number, Token: 'x', Type: '1' })
  const signedUp = await post(server, '/PhoneRegister', { ...number, Code: Msg.replace(/\D/g, '') })
  const { UID, Token } = signedUp.Data as { UID: number; Token: string }
  const credentials = { UID, Token, DeviceType: 'web' }
  const caller: Caller = {
    userId: UID,
    async call<Data>(path: string, fields: object) {
      // Each use names the data that its call is specified to answer.
      return (await post(server, path, { ...credentials, ...fields })).Data as Data
    },
  }
  await caller.call('/UpdateNickName', { NickName: name })
  return caller
}

/** The caller asks a visitor to be friends, who accepts on the screens; answers the visitor's id. */
export async function befriendByCall(caller: Caller, name: string, visitor: Visitor): Promise<number> {
  const found = await caller.call<{ UID: number }[]>('/SearchUserByPhoneAndID', { Keyword: visitor.phone })
  const UserID = found[0]?.UID ?? 0
  await caller.call('/ApplyFriend', { UserID, Remark: 'Hello', Source: 'Search' })
  const { page } = visitor
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('link', { name: /New friends/ }).click()
  const application = page.getByRole('listitem', { name })
  await application.getByRole('button', { name: 'Accept' }).click()
  await expect(application.getByRole('button', { name: 'Accept' })).toBeHidden()
  return UserID
}

/** Founds a group, or with GroupType 1 a channel, of the caller and these people; answers its id. */
export async function foundGroup(
  caller: Caller,
  GroupName: string,
  memberIds: readonly number[],
  GroupType: 0 | 1 = 0,
): Promise<number> {
  const UserIDs = [caller.userId, ...memberIds].join('|')
  const wish = { GroupName, GroupImg: '', UserIDs, Info: '', JoinType: '0', GroupType }
  return (await caller.call<{ ID: number }>('/CreateGroup', wish)).ID
}

let lastMessage = 0
/** The caller writes into a group. */
export const sayInGroup = (caller: Caller, GroupID: number, Message: string) =>
  caller.call('/SendGroupChat', {
    GroupID,
    Message,
    MsgType: 'txt',
    TimeStamp: 1,
    ClientMsgId: `g${String(++lastMessage).padStart(19, '0')}`,
  })
