import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from './contract-host.ts'
import { type Calls, callAs, dataOrThrow, type Person, sendText } from './people.ts'

export interface ForwardResult {
  readonly ChatID?: number
  readonly Error: string
  readonly UserResults: readonly { readonly UserID: number; readonly Success: number; readonly Msg: string }[]
  readonly GroupResults: readonly {
    readonly GroupID: number
    readonly Success: number
    readonly Msg: string
  }[]
}

export const forward = (host: Calls, person: Person, fields: object) =>
  callAs(host, person, '/ForwardMessages', fields)

/** Returns the newest page of a one-to-one conversation for a person. */
export const pageOf = async (host: Calls, person: Person, ChatSessionID: number) =>
  dataOrThrow<WireMessage[]>(await callAs(host, person, '/GetChatData', { ChatSessionID, Status: 2 }))

/** Sends a text and returns its name in a request to forward. */
export const written = async (host: Calls, person: Person, ChatSessionID: number, text: string) => {
  const { ID } = dataOrThrow<{ ID: number }>(await sendText(host, person, ChatSessionID, text))
  return { ChatSessionID, ChatID: ID }
}

/** Stores a file for a conversation and returns its address. */
export async function uploadTo(
  host: ContractHost,
  { userId, token }: Person,
  place: Readonly<Record<string, string>>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const fields = { UID: String(userId), Token: token, DeviceType: 'web', ...place }
  const stored = await host.upload('/UploadFile', fields, { name: 'a.png', bytes })
  return dataOrThrow<{ FileUrl: string }>(stored).FileUrl
}
