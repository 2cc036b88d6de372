import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import { credentialsData } from '#schemas/wire/calls/account.ts'
import type { Visitor } from './journey.ts'
import type { RunningServer } from './server.ts'

/** The caller's identity, as each call carries it. */
export interface CallerCredentials {
  readonly UID: number
  readonly Token: string
}

/** A person without a browser, who acts only by calls. */
export interface Caller {
  readonly userId: number
  call<Data>(path: string, fields: object): Promise<Data>
  /** Stores a file for a message and returns its address. */
  upload(fields: Readonly<Record<string, string>>, file: CallersFile): Promise<string>
}

/** A file that a person without a browser uploads. */
export interface CallersFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

interface Answer {
  readonly Code: number
  readonly Msg: string
  readonly Data: unknown
}

/** The address of the API. */
type Addressed = Pick<RunningServer, 'address'>

const post = async (server: Addressed, path: string, fields: object): Promise<Answer> => {
  const response = await fetch(`${server.address}/Api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Lang: 'en-US' },
    body: JSON.stringify(fields),
  })
  // The expectation on the code has checked the response.
  const answer = (await response.json()) as Answer
  expect(answer, path).toMatchObject({ Code: 0 })
  return answer
}

/** Signs a person up by calls. */
export const callerNamed = async (server: Addressed, name: string, phone: string): Promise<Caller> => {
  const { userId, token } = await signUpByCall(server, name, phone)
  return createCaller(server, { UID: userId, Token: token })
}

/** Signs a person up by calls. Returns the account as a browser would store it. */
export async function signUpByCall(server: Addressed, name: string, phone: string): Promise<StoredAccount> {
  const number = { Phone: phone, TelCode: '86' }
  const { Msg } = await post(server, '/GETVABCP', { ...number, Token: 'x', Type: '1' })
  const signedUp = await post(server, '/PhoneRegister', { ...number, Code: Msg.replace(/\D/g, '') })
  const account = toStoredAccount(z.parse(credentialsData, signedUp.Data))
  if (!account) throw new Error('the sign-up gave no token')
  await createCaller(server, { UID: account.userId, Token: account.token }).call('/UpdateNickName', {
    NickName: name,
  })
  return { ...account, nickname: name }
}

/** Signs a person in once more by calls. Returns the account as the browser of another device would store it. */
export async function signInAgainByCall(visitor: Visitor): Promise<StoredAccount> {
  const credentials = { Phone: visitor.phone, TelCode: '86', Password: 'a long secret' }
  await callerOf(visitor).call('/UpdatePassword', { Password: credentials.Password })
  const { Data } = await post(visitor.server, '/PhoneLogin', credentials)
  const account = toStoredAccount(z.parse(credentialsData, Data))
  if (!account) throw new Error('the sign-in gave no token')
  return { ...account, nickname: visitor.name }
}

/** A person's own calls, sent outside their page with the page's credentials. */
export const callerOf = (visitor: Visitor): Caller => createCaller(visitor.server, visitor.credentials())

/** Makes two people friends by calls: one asks, the other accepts. */
export async function befriendByCall(asking: Caller, asked: Caller): Promise<void> {
  await asking.call('/ApplyFriend', { UserID: asked.userId, Remark: 'Hello', Source: 'Search' })
  const waiting = await asked.call<{ ID: number; UserID: number }[]>('/GetFriendApplications', {})
  const application = waiting.find(({ UserID }) => UserID === asking.userId)
  await asked.call('/AcceptFriendApply', { ID: application?.ID ?? 0 })
}

/** Makes calls with these credentials. */
export const createCaller = (server: Addressed, credentials: CallerCredentials): Caller => ({
  userId: credentials.UID,
  async call<Data>(path: string, fields: object) {
    // Each caller names the data type that the specification gives for its call.
    return (await post(server, path, { ...credentials, DeviceType: 'web', ...fields })).Data as Data
  },
  async upload(fields, { name, mimeType, buffer }) {
    const form = new FormData()
    const own = { UID: String(credentials.UID), Token: credentials.Token, DeviceType: 'web' }
    for (const [field, value] of Object.entries({ ...own, ...fields })) form.append(field, value)
    form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
    const response = await fetch(`${server.address}/Api/UploadFile`, { method: 'POST', body: form })
    // The expectation on the code has checked the response.
    const answer = (await response.json()) as { Code: number; Data: { FileUrl: string } }
    expect(answer).toMatchObject({ Code: 0 })
    return answer.Data.FileUrl
  },
})
